// Runs the reflector's state machine against a cluster: turns each state into a request, and the response into an event.
import { KubeObject } from '../types';
import { waitMs } from '../wait';
import { classifyFailure } from './failure';
import { checkResourceVersion, listResource } from './listRequests';
import { nextWatchState } from './nextWatchState';
import { ReflectorOptions } from './ReflectorOptions';
import {
  initialWatchState,
  Listing,
  Watching,
  ReflectorEvent,
  WatchState,
} from './watchState';
import { WatchStream } from './WatchStream';

/** Lists and watches one resource. */
export class Reflector<T extends KubeObject> {
  #state: WatchState = initialWatchState;
  #isStreaming = false;

  /** @param signal - ends {@link Reflector.run} */
  constructor(
    private readonly options: ReflectorOptions<T>,
    private readonly signal: AbortSignal,
  ) {}

  /** Lists and watches until the signal aborts. Never gives up, never rejects. */
  async run(): Promise<void> {
    this.#reportState();
    while (!this.signal.aborted) {
      let event: ReflectorEvent;
      try {
        event = await this.#step();
      } catch (error) {
        event = { type: 'failed', failure: classifyFailure(error) };
      }
      if (!this.signal.aborted) this.#dispatch(event);
    }
  }

  async #step(): Promise<ReflectorEvent> {
    const { options, signal } = this;
    const state = this.#state;
    switch (state.phase) {
      case 'listing':
        return state.mode === 'stream'
          ? this.#watch(state)
          : listResource(options, state.mode, signal);
      case 'checking':
        return checkResourceVersion(options, state.resourceVersion, signal);
      case 'watching':
        return this.#watch(state);
      default:
        await waitMs(state.delayMs, signal);
        return { type: 'waited' };
    }
  }

  async #watch(start: Listing | Watching): Promise<ReflectorEvent> {
    const handlers = {
      onOpen: () => {
        this.#isStreaming = true;
        this.#reportState();
      },
      onListed: (resourceVersion: string) =>
        this.#dispatch({ type: 'listed', resourceVersion }),
      onProgress: (resourceVersion: string) =>
        this.#dispatch({ type: 'progressed', resourceVersion }),
    };
    const { options, signal } = this;
    const stream = new WatchStream(options, start, handlers, signal);
    try {
      return await stream.follow();
    } finally {
      this.#isStreaming = false;
    }
  }

  #dispatch(event: ReflectorEvent): void {
    const next = nextWatchState(this.#state, event, {
      timings: this.options.timings,
      random: Math.random(),
      nowMs: performance.now(),
    });
    this.#state = next;
    if (event.type === 'progressed') return;
    if (event.type === 'failed') {
      this.options.health.recordRestart(event.failure.reason);
    } else if (event.type === 'ended') {
      const failed = next.phase === 'waiting';
      this.options.health.recordRestart(failed ? next.failure.reason : 'ended');
    }
    this.#reportState();
  }

  #reportState(): void {
    this.options.health.recordState(this.#state, this.#isStreaming);
  }
}
