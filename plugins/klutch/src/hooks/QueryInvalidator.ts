/** Refetches queries on signals without missing a change or flooding the backend. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { KlutchSignal } from '@klutch/backstage-plugin-klutch-common';
import { isClaimGone } from '../api/isClaimGone';
import { isAffected, isClaimKey } from '../api/queryKeys';

type Change = Pick<KlutchSignal, 'topic'>;

/** Whether the query is for a claim that does not exist; such a query is refetched on mount only, not on signals. */
const isNotFound = ({ queryKey, state }: Query): boolean =>
  isClaimKey(queryKey) && isClaimGone(state.error);

/**
 * Collects the signals that arrive during a fetch and refetches once afterwards, so that the page never keeps a
 * response computed before the last signal.
 */
export class QueryInvalidator {
  #client: QueryClient;
  #pending: Change[] = [];
  #running = false;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Resolves when the responses on the page are no older than this signal. */
  async invalidate(signal: Change): Promise<void> {
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

  /**
   * Whether a fetch is retrying after a failure. Invalidation then does not wait for the backoff, because the signal
   * may mean that the cluster is reachable again. Queries that failed permanently do not count.
   */
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
