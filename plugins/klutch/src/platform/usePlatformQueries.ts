/** Queries of the platform pages. */
import { keepPreviousData } from '@tanstack/react-query';
import { queryKeys } from '../api/queryKeys';
import { useRead } from '../hooks/useRead';

/** APIs of the control plane cluster that can be offered. */
export const useApis = () =>
  useRead(queryKeys.apis, api => api.request('get', '/platform/apis'));

export const useExportTemplates = () =>
  useRead(queryKeys.exportTemplates, api =>
    api.request('get', '/platform/export-templates'),
  );

export const useExportRequests = () =>
  useRead(queryKeys.exportRequests, api =>
    api.request('get', '/platform/export-requests'),
  );

/** The newest join token of an app cluster; refetched at its expiry, which is the only change without a signal. */
export const useJoinToken = (
  cluster: string,
  options: { enabled?: boolean } = {},
) =>
  useRead(
    queryKeys.joinToken(cluster),
    api =>
      api.request('get', '/platform/app-cluster-invitations/{cluster}', {
        params: { path: { cluster } },
      }),
    {
      ...options,
      refetchInterval: ({ state: { data } }) =>
        data?.state === 'Waiting'
          ? Math.max(1_000, Date.parse(data.expiresAt) - Date.now())
          : false,
    },
  );

/** Problems of the control plane; not refetched on signals, because each check lists all claims. */
export const useControlPlaneHealth = () =>
  useRead(queryKeys.controlPlaneHealth, api =>
    api.request('get', '/platform/control-plane-health'),
  );

/** Number of types of managed resources on a page. */
export const managedResourcesPage = 20;

/** Managed resources by type; not refetched on signals, because each page lists objects of the control plane. */
export const useManagedResources = (offset: number) =>
  useRead(
    queryKeys.managedResources(offset),
    api =>
      api.request('get', '/platform/control-plane/managed-resources', {
        params: { query: { offset, limit: managedResourcesPage } },
      }),
    { placeholderData: keepPreviousData },
  );

/** Packages of Crossplane with their updates; not refetched on signals, because registries are asked. */
export const usePackageUpdates = () =>
  useRead(queryKeys.packageUpdates, api =>
    api.request('get', '/platform/control-plane/package-updates'),
  );

/** The set-up checklist; not refetched on signals, because the checks make many requests. */
export const useSetUp = () =>
  useRead(queryKeys.setUp, api => api.request('get', '/platform/set-up'));

/** Preview of an offboarding; not refetched on signals, because each preview costs the backend many calls. */
export const useOffboarding = (cluster: string) =>
  useRead(
    queryKeys.offboarding(cluster),
    api =>
      api.request('get', '/platform/app-clusters/{cluster}/offboarding', {
        params: { path: { cluster } },
      }),
    { gcTime: 0 },
  );
