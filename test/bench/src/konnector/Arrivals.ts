// What an independent watcher saw, and when: the end of a run is what it says, not what the konnector says.
import { BareApi } from '../harness/bareApi';
import { bareWatch } from '../harness/bareWatch';

interface Waiting {
  missing: Set<string>;
  resolve(): void;
}

/** Tokens, each with when it was first seen. */
export class Arrivals {
  readonly #at = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  see(token: string): void {
    if (this.#at.has(token)) return;
    this.#at.set(token, performance.now());
    for (const waiting of this.#waiting) {
      waiting.missing.delete(token);
      if (waiting.missing.size > 0) continue;
      waiting.resolve();
    }
  }

  /** When it was first seen, on the clock of `performance`. */
  at(token: string): number | undefined {
    return this.#at.get(token);
  }

  /**
   * Resolves when all were seen.
   * @throws Error that says how many are missing after that time
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

/** What is looked at of an event. */
export interface SeenObject {
  metadata: { namespace: string; name: string };
  spec?: { counter?: number };
  status?: { round?: number };
}

/** `namespace/name` when it is made, `…#<counter>` and `…@<round>` for changes of spec and status. */
export function tokensOf({ metadata, spec, status }: SeenObject): string[] {
  const key = `${metadata.namespace}/${metadata.name}`;
  return [
    key,
    `${key}#${spec?.counter ?? 0}`,
    ...(status?.round === undefined ? [] : [`${key}@${status.round}`]),
  ];
}

/** Follows a collection, from now on and until the signal. */
export async function watchArrivals(
  api: BareApi,
  collection: string,
  signal: AbortSignal,
): Promise<Arrivals> {
  const arrivals = new Arrivals();
  await bareWatch(
    api,
    collection,
    line => {
      // As bytes, see `readLines`; names and numbers are ASCII.
      const { type, object } = JSON.parse(line) as {
        type: string;
        object: SeenObject;
      };
      if (type === 'DELETED' || type === 'ERROR') return;
      tokensOf(object).forEach(token => arrivals.see(token));
    },
    signal,
  );
  return arrivals;
}
