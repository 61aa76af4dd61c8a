/** Changes of the platform, after which pages read again what they show of the platform. */
import { useApi } from '@backstage/core-plugin-api';
import type { KlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { klutchApiRef } from '../api/klutchApi';
import { unwrap, type KlutchError, type RestCall } from '../api/KlutchError';
import { queryKeys } from '../api/queryKeys';

interface ChangedKeys {
  /** Key of a deleted resource; a component that still shows the resource must not refetch it. */
  deletedKey?: readonly unknown[];
  /** Key of a query that other changes of the platform do not concern. */
  changedKey?: readonly unknown[];
}

/** Invalidates the platform queries and also the services and app clusters that developers see. */
export function useRefreshPlatform({
  deletedKey,
  changedKey,
}: ChangedKeys = {}) {
  const client = useQueryClient();
  const { platform, services, appClusters } = queryKeys;
  const keys = [
    platform,
    services,
    appClusters,
    ...(changedKey ? [changedKey] : []),
  ];
  return () =>
    Promise.all(
      keys.map(queryKey =>
        client.invalidateQueries({
          queryKey,
          predicate: ({ queryHash }) =>
            !deletedKey || queryHash !== hashKey(deletedKey),
        }),
      ),
    );
}

export function usePlatformChange<Data, Variables = void>(
  change: (api: KlutchClient, variables: Variables) => RestCall<Data>,
  options: ChangedKeys & {
    /** Whether to refetch also after a failure, and not to be pending meanwhile. */
    inBackground?: boolean;
  } = {},
) {
  const api = useApi(klutchApiRef);
  const refresh = useRefreshPlatform(options);
  return useMutation<Data, KlutchError, Variables>({
    mutationFn: variables => unwrap(change(api, variables)),
    ...(options.inBackground
      ? { onSettled: () => void refresh() }
      : { onSuccess: refresh }),
  });
}
