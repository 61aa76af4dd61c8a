// Records what an independent watcher saw and when; a run ends by these records, not by reports of the measured program.
import { BareApi } from './bareApi';
import { bareWatch } from './bareWatch';

interface Waiting {
  missing: Set<string>;
  resolve(): void;
}

/** Tokens with the time at which each was first seen. */
export class Arrivals {
  readonly #at = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  add(token: string): void {
    if (this.#at.has(token)) return;
    this.#at.set(token, performance.now());
    for (const waiting of this.#waiting) {
      waiting.missing.delete(token);
      if (waiting.missing.size > 0) continue;
      waiting.resolve();
    }
  }

  /** When the token was first seen, on the clock of `performance`. */
  at(token: string): number | undefined {
    return this.#at.get(token);
  }

  /**
   * Resolves when all tokens were seen.
   * @throws Error with the number of missing tokens after the timeout
   */
  async all(tokens: readonly string[], timeoutMs: number): Promise<void> {
    const missing = new Set(tokens.filter(token => !this.#at.has(token)));
    if (missing.size === 0) return;
    const waiting: Waiting = { missing, resolve: () => {} };
    this.#waiting.add(waiting);
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      waiting.resolve = resolve;
      const giveUp = () =>
        reject(
          new Error(
            `After ${timeoutMs / 1000} s ${missing.size} of ${tokens.length} had not arrived, for example ${[...missing][0]}.`,
          ),
        );
      timer = setTimeout(giveUp, timeoutMs);
    }).finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    });
  }
}

/**
 * Follows a collection from now on, until the signal aborts.
 * @param tokensOf - tokens of a created or changed object
 */
export async function watchTokens<T>(
  api: BareApi,
  collection: string,
  tokensOf: (object: T) => string[],
  signal: AbortSignal,
): Promise<Arrivals> {
  const arrivals = new Arrivals();
  await bareWatch(
    api,
    collection,
    line => {
      // Lines hold bytes as Latin-1 (see `readLines`); names and numbers are ASCII.
      const { type, object } = JSON.parse(line) as { type: string; object: T };
      if (type === 'DELETED' || type === 'ERROR') return;
      tokensOf(object).forEach(token => arrivals.add(token));
    },
    signal,
  );
  return arrivals;
}
