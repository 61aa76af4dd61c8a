/** Fetches answers again when signals say that they are old, without missing a change or flooding the backend. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { KlutchSignal } from '@klutch/backstage-plugin-klutch-common';
import { KlutchError } from '../api/KlutchError';
import { isAffected, isClaimKey } from './queryKeys';

/** Whether the page was told that its claim does not exist: it reads again when it is opened, not with every signal. */
const isNotFound = ({ queryKey, state }: Query): boolean =>
  isClaimKey(queryKey) &&
  state.error instanceof KlutchError &&
  state.error.kind === 'notFound';

/**
 * Collects signals while answers are on their way and fetches once more afterwards: an answer that was computed before
 * the last signal never stays on the page, however fast signals come.
 */
export class QueryInvalidator {
  #client: QueryClient;
  #pending: KlutchSignal[] = [];
  #running = false;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Resolves when the answers on the page are no older than this signal. */
  async invalidate(signal: KlutchSignal): Promise<void> {
    this.#pending.push(signal);
    if (this.#running && !this.#isRetrying()) {
      return;
    }
    this.#running = true;
    while (this.#pending.length > 0) {
      const signals = this.#pending;
      this.#pending = [];
      await this.#client.invalidateQueries({
        predicate: query =>
          !isNotFound(query) &&
          signals.some(s => isAffected(query.queryKey, s)),
      });
    }
    this.#running = false;
  }

  /** Between two tries a call can take long to end, and the signal may be the news that it works again. One that failed for good is not tried. */
  #isRetrying(): boolean {
    return this.#client
      .getQueryCache()
      .getAll()
      .some(
        ({ state }) =>
          state.fetchStatus !== 'idle' && state.fetchFailureCount > 0,
      );
  }
}
