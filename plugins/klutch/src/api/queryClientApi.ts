/** One cache of REST answers for all pages, cards and tabs of an app. */
import { createApiRef } from '@backstage/frontend-plugin-api';
import { QueryClient } from '@tanstack/react-query';
import { KlutchError } from './KlutchError';

/** The cache that pages, entity cards and entity tabs share. @public */
export const klutchQueryClientApiRef = createApiRef<QueryClient>().with({
  id: 'plugin.klutch.query-client',
  pluginId: 'klutch',
});

/** Whether a failed call may work when it is made again, without anybody changing anything. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof KlutchError && error.kind === 'unreachable';
}

/**
 * Creates the cache. Answers are shown from it at once and fetched again when a page opens, a signal says so, the
 * tab gets the focus, or the network is back; what cannot be reached is tried again with growing pauses.
 *
 * @public
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (_count, error) => isUnreachable(error),
        retryDelay: attempt => Math.min(1000 * 2 ** attempt, 5_000),
        refetchOnReconnect: 'always',
        staleTime: 1000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
