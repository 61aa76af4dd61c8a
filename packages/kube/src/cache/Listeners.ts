// Who is told what, in order, and without harm to each other.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '../Logger';

/** So many at a time, so that the news of a long list do not hold up everything else. */
const eventsPerBatch = 500;

/** Listeners that cannot harm each other: one that throws is logged, the others still hear. */
export class Listeners<E> {
  readonly #listeners = new Set<(event: E) => void>();

  constructor(private readonly logger: Logger) {}

  /** Adds a listener for news from now on. Returns how to end it. */
  add(listener: (event: E) => void): () => void {
    // A function of its own, so that adding one listener twice means two.
    const own = (event: E) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Tells all. Who begins to listen meanwhile, knows already. */
  notify(...events: E[]): void {
    const listeners = [...this.#listeners];
    for (const item of events) this.#notify(listeners, item);
  }

  /** The same for much news, with room for others between. */
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
          'a listener of the cache failed; the cache goes on',
        );
      }
    }
  }
}
