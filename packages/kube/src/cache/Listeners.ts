// Who is told what, in order, and without harm to each other.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '../Logger';

/** So many at a time, so that the news of a long list do not hold up everything else. */
const newsPerTurn = 500;

/** Listeners that cannot harm each other: one that throws is logged, the others still hear. */
export class Listeners<E> {
  readonly #listeners = new Set<(news: E) => void>();

  constructor(private readonly logger: Logger) {}

  /** Adds a listener for news from now on. Returns how to end it. */
  add(listener: (news: E) => void): () => void {
    // A function of its own, so that adding one listener twice means two.
    const own = (news: E) => listener(news);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Tells all. Who begins to listen meanwhile, knows already. */
  tell(...news: E[]): void {
    const listeners = [...this.#listeners];
    for (const item of news) this.#tellTo(listeners, item);
  }

  /** The same for much news, with room for others between. */
  async tellInTurns(news: E[]): Promise<void> {
    const listeners = [...this.#listeners];
    for (let at = 0; at < news.length; at += newsPerTurn) {
      if (at > 0) await nextTurn();
      for (const item of news.slice(at, at + newsPerTurn)) {
        this.#tellTo(listeners, item);
      }
    }
  }

  #tellTo(listeners: ((news: E) => void)[], news: E): void {
    for (const listener of listeners) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(news);
      } catch (error) {
        this.logger.error(
          { err: error },
          'a listener of the cache failed; the cache goes on',
        );
      }
    }
  }
}
