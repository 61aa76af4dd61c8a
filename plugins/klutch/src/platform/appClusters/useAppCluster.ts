/** Queries and mutations of one app cluster's page, and of the list of app clusters. */
import { useApi } from '@backstage/core-plugin-api';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  operations,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../../api/klutchApi';
import { unwrap, type KlutchError } from '../../api/KlutchError';
import { queryKeys } from '../../api/queryKeys';

/** Filter, order and page of the list of app clusters. */
export type AppClusterQuery = NonNullable<
  operations['listAppClusterSummaries']['parameters']['query']
>;

/** A page of the list of app clusters. */
export interface AppClusterList {
  items: Schemas['AppClusterSummary'][];
  total: number;
}

/** Pause between two reads: the age of a heartbeat changes without a signal. */
const HEARTBEATS_INTERVAL_MS = 30_000;

const key = (id: string, ...rest: unknown[]) => [
  ...queryKeys.platform,
  'app-cluster',
  id,
  ...rest,
];

/** One page of the app clusters; the one before stays until it is there. */
export function useAppClusterList(query: AppClusterQuery) {
  const api = useApi(klutchApiRef);
  return useQuery<AppClusterList, KlutchError>({
    queryKey: [...queryKeys.platform, 'app-cluster-summaries', query],
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/app-cluster-summaries', {
          params: { query },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: HEARTBEATS_INTERVAL_MS,
  });
}

/** One app cluster with everything that its page shows. */
export function useAppCluster(id: string, options: { enabled: boolean }) {
  const api = useApi(klutchApiRef);
  return useQuery<Schemas['AppClusterDetail'], KlutchError>({
    queryKey: key(id),
    enabled: options.enabled,
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/app-clusters/{cluster}', {
          params: { path: { cluster: id } },
        }),
      ),
    refetchInterval: HEARTBEATS_INTERVAL_MS,
  });
}

/** What the user may do there; each answer costs several requests, so it is not refetched on signals. */
export function useAppClusterAccess(id: string) {
  const api = useApi(klutchApiRef);
  return useQuery<Schemas['AppClusterAccess'], KlutchError>({
    queryKey: ['klutch', 'dry-run', 'app-cluster', id],
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/app-clusters/{cluster}/access', {
          params: { path: { cluster: id } },
        }),
      ),
    staleTime: HEARTBEATS_INTERVAL_MS,
  });
}

/** Whether the user may add app clusters; not refetched on signals either. */
export function usePlatformAccess() {
  const api = useApi(klutchApiRef);
  return useQuery<Schemas['PlatformAccess'], KlutchError>({
    queryKey: ['klutch', 'dry-run', 'platform'],
    queryFn: () => unwrap(api.request('get', '/platform/access')),
    staleTime: HEARTBEATS_INTERVAL_MS,
  });
}

/** The ends of certificates there; each read connects to the app cluster, so it is not refetched on signals. */
export function useAppClusterCertificates(id: string) {
  const api = useApi(klutchApiRef);
  return useQuery<{ findings: Schemas['SetUpFinding'][] }, KlutchError>({
    queryKey: queryKeys.certificates(id),
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/app-clusters/{cluster}/certificates', {
          params: { path: { cluster: id } },
        }),
      ),
    staleTime: HEARTBEATS_INTERVAL_MS,
  });
}

/** The manifest of the konnector of the portal's version. */
export function useKonnectorManifest(id: string) {
  const api = useApi(klutchApiRef);
  return useQuery<Schemas['KonnectorManifest'], KlutchError>({
    queryKey: key(id, 'konnector'),
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/app-clusters/{cluster}/konnector', {
          params: { path: { cluster: id } },
        }),
      ),
  });
}

function useChange<Data, Variables>(
  mutationFn: (variables: Variables) => Promise<Data>,
) {
  const client = useQueryClient();
  return useMutation<Data, KlutchError, Variables>({
    mutationFn,
    // Not awaited: a section that has nothing left to show would take its dialog away before that says what was done.
    onSettled: () => {
      const { appClusters, platform, services } = queryKeys;
      for (const queryKey of [platform, services, appClusters]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}

/** Suspends or resumes all bindings. */
export function useSuspend(cluster: string) {
  const api = useApi(klutchApiRef);
  return useChange((suspended: boolean) =>
    unwrap(
      api.request('put', '/platform/app-clusters/{cluster}/suspension', {
        params: { path: { cluster } },
        body: { suspended },
        parseAs: 'text',
      }),
    ),
  );
}

/** Gives the konnector a new token, and revokes all others. */
export function useRotateToken(cluster: string) {
  const api = useApi(klutchApiRef);
  return useChange((_: void) =>
    unwrap(
      api.request('post', '/platform/app-clusters/{cluster}/tokens', {
        params: { path: { cluster } },
        parseAs: 'text',
      }),
    ),
  );
}

/** Approves a number of deletions that wait. */
export function useApproveDeletions(cluster: string, resource: string) {
  const api = useApi(klutchApiRef);
  return useChange((body: { deletions: number; waiting?: number }) =>
    unwrap(
      api.request(
        'post',
        '/platform/app-clusters/{cluster}/bindings/{resource}/approval',
        {
          params: { path: { cluster, resource } },
          body,
          parseAs: 'text',
        },
      ),
    ),
  );
}

/** Unbinds an API. */
export function useUnbindApi(cluster: string, resource: string) {
  const api = useApi(klutchApiRef);
  return useChange((confirm: string) =>
    unwrap(
      api.request(
        'post',
        '/platform/app-clusters/{cluster}/bindings/{resource}/unbinding',
        { params: { path: { cluster, resource } }, body: { confirm } },
      ),
    ),
  );
}
