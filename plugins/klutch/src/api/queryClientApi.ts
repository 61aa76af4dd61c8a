/** Shared cache of REST responses. */
import { createApiRef } from '@backstage/frontend-plugin-api';
import { QueryClient } from '@tanstack/react-query';
import { KlutchError } from './KlutchError';

/** The query cache that pages, entity cards and entity tabs share. @public */
export const klutchQueryClientApiRef = createApiRef<QueryClient>().with({
  id: 'plugin.klutch.query-client',
  pluginId: 'klutch',
});

/** Whether retrying a failed call can succeed. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof KlutchError && error.kind === 'unreachable';
}

/**
 * Creates the query cache. Cached responses are shown immediately and refetched when a page opens, on a signal, when
 * the browser tab gets the focus, and when the network is back. Calls to an unreachable backend are retried with
 * exponential backoff from 1 to 5 seconds.
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
