// The first part of a stream that starts by sending all objects (a "watch-list").
import { joinSignals } from '../signals';
import { KubeObject, WatchEvent } from '../types';
import { InitialEventsEndMissing } from './failure';
import { Replacement } from './Store';
import { ReflectorTimings } from './timings';

/**
 * The annotation that the server sets on the bookmark after the last object (apimachinery
 * `InitialEventsAnnotationKey`).
 */
const initialEventsEnd = 'k8s.io/initial-events-end';

/**
 * Collects the objects of a streaming list until the server marks its end. The signal aborts when the end does not
 * come in time: a server without streaming lists sends all objects too, but never the end mark.
 */
export class StreamedList<T extends KubeObject> {
  readonly #startedMs = performance.now();
  readonly #joined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(
    readonly replacement: Replacement<T>,
    private readonly timings: ReflectorTimings,
    signal: AbortSignal,
  ) {
    this.#joined = joinSignals([signal]);
  }

  /** Aborts when the list does not end in time, and with the given signal. */
  get signal(): AbortSignal {
    return this.#joined.signal;
  }

  /** Seconds since the list was requested. */
  get seconds(): number {
    return (performance.now() - this.#startedMs) / 1000;
  }

  /** The server has accepted the stream: from now on the silence limit applies. */
  opened(): void {
    const { streamSilenceMs, streamListMs } = this.timings;
    for (const ms of [streamSilenceMs, streamListMs]) {
      const end = () => this.#joined.abort(new InitialEventsEndMissing());
      this.#timers.push(setTimeout(end, ms));
    }
  }

  /**
   * Adds an event. Returns whether it was the end of the list, after which the stream has no silence limit here.
   * Servers may send changes before the end, too.
   * @param transform - applied to each object
   */
  apply(event: WatchEvent<T>, transform: (object: T) => T): boolean {
    this.#timers[0]?.refresh();
    switch (event.type) {
      case 'BOOKMARK': {
        const { annotations, resourceVersion } = event.object.metadata;
        const isEnd =
          annotations?.[initialEventsEnd] === 'true' && !!resourceVersion;
        if (isEnd) this.#stopTimers();
        return isEnd;
      }
      case 'DELETED':
        this.replacement.drop(event.object);
        return false;
      default:
        this.replacement.put(transform(event.object));
        return false;
    }
  }

  /** Clears timers and removes listeners from signals. */
  release(): void {
    this.#stopTimers();
    this.#joined.release();
  }

  #stopTimers(): void {
    this.#timers.forEach(timer => clearTimeout(timer));
  }
}
