// One watch of a reflector, from its request to its end.
import { WatchOptions } from '../client/requestOptions';
import { KubeObject, WatchEvent } from '../types';
import { createYieldToEventLoop } from '../yieldToEventLoop';
import { classifyFailure, StreamProgress } from './failure';
import { ReflectorOptions } from './ReflectorOptions';
import { StreamedList } from './StreamedList';
import { Listing, ReflectorEvent, Watching } from './watchState';

const randomBetween = ([from, to]: readonly [number, number]) =>
  from + Math.random() * (to - from);

/** Tolerance for clock differences: a watch that ends by less than this before its time was ended as requested. */
const earlyMs = 1000;

/** Callbacks of a {@link WatchStream} while it is followed. */
interface WatchStreamHandlers {
  /** The server has accepted the watch. */
  onOpen(): void;
  /** The list is complete and in the store. */
  onListed(resourceVersion: string): void;
  /** An event or bookmark was applied: the next watch resumes after this version. */
  onProgress(resourceVersion: string): void;
}

/** A watch, which first sends all objects when a list is due. */
export class WatchStream<T extends KubeObject> {
  /** Collects the objects of a list that is due. */
  readonly #list: StreamedList<T> | undefined;
  readonly #progress: StreamProgress;
  readonly #timeoutSeconds: number;
  readonly #yieldToEventLoop = createYieldToEventLoop();
  #openedMs = performance.now();

  constructor(
    private readonly options: ReflectorOptions<T>,
    private readonly start: Listing | Watching,
    private readonly handlers: WatchStreamHandlers,
    private readonly signal: AbortSignal,
  ) {
    const { listener, timings } = options;
    if (start.phase === 'listing') {
      this.#list = new StreamedList(listener.beginReplace(), timings, signal);
    }
    this.#progress = {
      listing: start.phase === 'listing',
      opened: false,
      receivedEvent: false,
    };
    this.#timeoutSeconds = Math.round(randomBetween(timings.watchSeconds));
  }

  /** Applies events until the stream ends. Resolves with its end or failure. */
  async follow(): Promise<ReflectorEvent> {
    const { client, resource, health } = this.options;
    const events = client.watch(resource, this.#request());
    try {
      for await (const event of events) {
        this.#progress.receivedEvent = true;
        health.recordActivity();
        const { resourceVersion = '' } = event.object.metadata;
        if (this.#apply(event)) await this.#completeList(resourceVersion);
        if (resourceVersion && !this.#progress.listing) {
          this.handlers.onProgress(resourceVersion);
        }
        const pause = this.#yieldToEventLoop();
        if (pause) await pause;
      }
    } catch (error) {
      const failure = classifyFailure(error, this.#progress);
      return { type: 'failed', failure };
    } finally {
      this.#list?.release();
    }
    return this.#ended();
  }

  #request(): WatchOptions {
    const { selection, timings } = this.options;
    return {
      ...selection,
      ...(this.start.phase === 'listing'
        ? { sendInitialEvents: true }
        : { resourceVersion: this.start.resourceVersion }),
      timeoutSeconds: this.#timeoutSeconds,
      idleTimeoutMs: Math.round(randomBetween(timings.livenessMs)),
      onOpen: () => this.#onOpen(),
      signal: this.#list?.signal ?? this.signal,
    };
  }

  #onOpen(): void {
    this.#progress.opened = true;
    this.#openedMs = performance.now();
    this.#list?.opened();
    this.handlers.onOpen();
  }

  /** Returns whether the event completed the list. */
  #apply(event: WatchEvent<T>): boolean {
    const { listener, transform } = this.options;
    if (this.#list && this.#progress.listing) {
      return this.#list.apply(event, transform);
    }
    if (event.type !== 'BOOKMARK') {
      listener.onEvent(event.type, transform(event.object));
    }
    return false;
  }

  async #completeList(resourceVersion: string): Promise<void> {
    if (!this.#list) return;
    this.#progress.listing = false;
    const { replacement, seconds } = this.#list;
    await this.options.listener.onList(replacement, {
      mode: 'stream',
      seconds,
    });
    this.handlers.onListed(resourceVersion);
  }

  #ended(): ReflectorEvent {
    const openMs = performance.now() - this.#openedMs;
    return {
      type: 'ended',
      openMs,
      receivedEvent: this.#progress.receivedEvent,
      early: openMs < this.#timeoutSeconds * 1000 - earlyMs,
    };
  }
}
