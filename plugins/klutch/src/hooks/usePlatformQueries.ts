/** Queries of the platform pages. */
import { useApi } from '@backstage/core-plugin-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../api/klutchApi';
import type { KlutchError } from '../api/KlutchError';
import { unwrap } from '../api/KlutchError';
import type { JoinToken, ManagedResourcesPage } from '../api/types';
import { queryKeys } from '../api/queryKeys';

function usePlatformRead<T>(
  queryKey: readonly unknown[],
  read: () => Promise<{ data?: T; error?: unknown; response: Response }>,
) {
  return useQuery<T, KlutchError>({
    queryKey,
    queryFn: () => unwrap(read()),
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

/** Problems of the control plane; not refetched on signals, because each check lists all claims. */
export function useControlPlaneHealth() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.controlPlaneHealth, () =>
    api.request('get', '/platform/control-plane-health'),
  );
}

/** Number of types of managed resources on a page. */
export const managedResourcesPage = 20;

/** Managed resources by type; not refetched on signals, because each page lists objects of the control plane. */
export function useManagedResources(offset: number) {
  const api = useApi(klutchApiRef);
  return useQuery<ManagedResourcesPage, KlutchError>({
    queryKey: queryKeys.managedResources(offset),
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/control-plane/managed-resources', {
          params: { query: { offset, limit: managedResourcesPage } },
        }),
      ),
  });
}

/** Packages of Crossplane with their updates; not refetched on signals, because registries are asked. */
export function usePackageUpdates() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.packageUpdates, () =>
    api.request('get', '/platform/control-plane/package-updates'),
  );
}

/** The set-up checklist; not refetched on signals, because the checks make many requests. */
export function useSetUp() {
  const api = useApi(klutchApiRef);
  return usePlatformRead(queryKeys.setUp, () =>
    api.request('get', '/platform/set-up'),
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
