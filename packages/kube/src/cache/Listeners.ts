// Listeners of a cache: called in order and isolated from each other.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '../Logger';

/** Batch size, so that the changes of a long list do not block the event loop. */
const eventsPerBatch = 500;

/** Calls listeners in order; one that throws is logged and does not affect the others. */
export class Listeners<E> {
  readonly #listeners = new Set<(event: E) => void>();

  constructor(private readonly logger: Logger) {}

  /** Adds a listener for later events. Returns a function that removes it. */
  add(listener: (event: E) => void): () => void {
    // A new function, so that a listener added twice is called twice.
    const own = (event: E) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Calls all listeners. A listener added during the call is not called, since it can read the new state. */
  notify(...events: E[]): void {
    const listeners = [...this.#listeners];
    for (const item of events) this.#notify(listeners, item);
  }

  /** As `notify`, in batches, with a turn of the event loop in between. */
  async notifyInBatches(events: E[]): Promise<void> {
    const listeners = [...this.#listeners];
    for (let at = 0; at < events.length; at += eventsPerBatch) {
      if (at > 0) await nextTurn();
      for (const item of events.slice(at, at + eventsPerBatch)) {
        this.#notify(listeners, item);
      }
    }
  }

  #notify(listeners: ((event: E) => void)[], event: E): void {
    for (const listener of listeners) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(event);
      } catch (error) {
        this.logger.error(
          { err: error },
          'a listener of the cache failed; the cache continues',
        );
      }
    }
  }
}
