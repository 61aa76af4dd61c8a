/** Queries of the platform pages. */
import { useApi } from '@backstage/core-plugin-api';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../api/klutchApi';
import type { KlutchError } from '../api/KlutchError';
import { unwrap } from '../api/KlutchError';
import type { JoinToken } from '../api/types';
import { queryKeys } from './queryKeys';

function usePlatformRead<T>(
  queryKey: readonly unknown[],
  read: () => Promise<{ data?: T; error?: unknown; response: Response }>,
  options: { refetchInterval?: number } = {},
) {
  return useQuery<T, KlutchError>({
    queryKey,
    queryFn: () => unwrap(read()),
    ...options,
  });
}

/** APIs of the control plane cluster that can be offered. */
export function useApis() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.apis, () =>
    api.request('get', '/platform/apis'),
  );
}

export function useExportTemplates() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.exportTemplates, () =>
    api.request('get', '/platform/export-templates'),
  );
}

export function useExportRequests() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.exportRequests, () =>
    api.request('get', '/platform/export-requests'),
  );
}

export function useExports() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.exports, () =>
    api.request('get', '/platform/exports'),
  );
}

/** The newest join token of an app cluster; refetched at its expiry, which is the only change without a signal. */
export function useJoinToken(
  cluster: string,
  options: { enabled?: boolean } = {},
) {
  const api = useApi(klutchApiRef);
  return useQuery<JoinToken, KlutchError>({
    queryKey: queryKeys.joinToken(cluster),
    enabled: options.enabled ?? true,
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/app-cluster-invitations/{cluster}', {
          params: { path: { cluster } },
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'Waiting'
        ? Math.max(1_000, Date.parse(data.expiresAt) - Date.now())
        : false,
  });
}

/** Pause between two reads of the app clusters: the age of a heartbeat changes without a signal. */
const HEARTBEATS_INTERVAL_MS = 30_000;

/** App clusters with konnector, heartbeat and bindings. */
export function usePlatformAppClusters() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(
    queryKeys.platformAppClusters,
    () => api.request('get', '/platform/app-clusters'),
    { refetchInterval: HEARTBEATS_INTERVAL_MS },
  );
}

/** Problems of the control plane; not refetched on signals, because each check lists all claims. */
export function useControlPlaneHealth() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.controlPlaneHealth, () =>
    api.request('get', '/platform/control-plane-health'),
  );
}

/** Preview of an offboarding; not refetched on signals, because each preview costs the backend many calls. */
export function useOffboarding(cluster: string) {
  const api = useApi(klutchApiRef);
  return useQuery<Schemas['Offboarding'], KlutchError>({
    queryKey: queryKeys.offboarding(cluster),
    gcTime: 0,
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/app-clusters/{cluster}/offboarding', {
          params: { path: { cluster } },
        }),
      ),
  });
}

/** Open requests of users for services. */
export function useServiceRequests() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.serviceRequests, () =>
    api.request('get', '/platform/service-requests'),
  );
}
