// The beginning of a stream that first sends all there is (a "watch-list").
import { joinSignals } from '../signals';
import { KubeObject, WatchEvent } from '../types';
import { InitialEventsEndMissing } from './failure';
import { Draft } from './Store';
import { ReflectorTimings } from './timings';

/** Set by the server on the bookmark behind the last object (apimachinery `InitialEventsAnnotationKey`). */
const initialEventsEnd = 'k8s.io/initial-events-end';

/**
 * Takes the objects of a streaming list in until the server says that they are all. The signal aborts when it does not
 * say so in time: a server that does not know streaming lists sends everything too, but never an end.
 */
export class StreamedList<T extends KubeObject> {
  readonly #startedMs = performance.now();
  readonly #joined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(
    readonly draft: Draft<T>,
    private readonly timings: ReflectorTimings,
    signal: AbortSignal,
  ) {
    this.#joined = joinSignals([signal]);
  }

  /** Ends the stream when the list does not come to its end, and with the signal given. */
  get signal(): AbortSignal {
    return this.#joined.signal;
  }

  /** Seconds since it was asked for. */
  get seconds(): number {
    return (performance.now() - this.#startedMs) / 1000;
  }

  /** The server has accepted the stream: from now on it has to say something. */
  opened(): void {
    const { streamSilenceMs, streamListMs } = this.timings;
    for (const ms of [streamSilenceMs, streamListMs]) {
      const end = () => this.#joined.abort(new InitialEventsEndMissing());
      this.#timers.push(setTimeout(end, ms));
    }
  }

  /**
   * Takes an event in. Returns whether it was the end of the list, behind which the stream may take its time. Servers may send changes before it, too.
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
        this.draft.drop(event.object);
        return false;
      default:
        this.draft.put(transform(event.object));
        return false;
    }
  }

  /** Lets go of timers and signals. */
  release(): void {
    this.#stopTimers();
    this.#joined.release();
  }

  #stopTimers(): void {
    this.#timers.forEach(timer => clearTimeout(timer));
  }
}
