/** Queries and mutations of one app cluster's page, and of the list of app clusters. */
import { keepPreviousData } from '@tanstack/react-query';
import { queryKeys, type AppClusterQuery } from '../../api/queryKeys';
import { useRead } from '../../hooks/useRead';
import { usePlatformChange } from '../usePlatformChange';

/** Pause between two reads: the age of a heartbeat changes without a signal. */
const HEARTBEATS_INTERVAL_MS = 30_000;

/** One page of the app clusters; the one before stays until it is there. */
export const useAppClusterList = (query: AppClusterQuery) =>
  useRead(
    queryKeys.appClusterList(query),
    api =>
      api.request('get', '/platform/app-cluster-summaries', {
        params: { query },
      }),
    {
      placeholderData: keepPreviousData,
      refetchInterval: HEARTBEATS_INTERVAL_MS,
    },
  );

/** One app cluster with everything that its page shows. */
export const useAppCluster = (id: string, options: { enabled: boolean }) =>
  useRead(
    queryKeys.appCluster(id),
    api =>
      api.request('get', '/platform/app-clusters/{cluster}', {
        params: { path: { cluster: id } },
      }),
    { ...options, refetchInterval: HEARTBEATS_INTERVAL_MS },
  );

/** What the user may do there; each answer costs several requests, so it is not refetched on signals. */
export const useAppClusterAccess = (id: string) =>
  useRead(
    queryKeys.appClusterAccess(id),
    api =>
      api.request('get', '/platform/app-clusters/{cluster}/access', {
        params: { path: { cluster: id } },
      }),
    { staleTime: HEARTBEATS_INTERVAL_MS },
  );

/** Whether the user may add app clusters; not refetched on signals either. */
export const usePlatformAccess = () =>
  useRead(
    queryKeys.platformAccess,
    api => api.request('get', '/platform/access'),
    { staleTime: HEARTBEATS_INTERVAL_MS },
  );

/** The ends of certificates there; each read connects to the app cluster, so it is not refetched on signals. */
export const useAppClusterCertificates = (id: string) =>
  useRead(
    queryKeys.certificates(id),
    api =>
      api.request('get', '/platform/app-clusters/{cluster}/certificates', {
        params: { path: { cluster: id } },
      }),
    { staleTime: HEARTBEATS_INTERVAL_MS },
  );

/** The manifest of the konnector of the portal's version. */
export const useKonnectorManifest = (id: string) =>
  useRead(queryKeys.konnectorManifest(id), api =>
    api.request('get', '/platform/app-clusters/{cluster}/konnector', {
      params: { path: { cluster: id } },
    }),
  );

/** A refetched section with nothing left to show would remove its dialog before the dialog's message of success. */
const inBackground = { inBackground: true };

/** Suspends or resumes all bindings. */
export const useSuspend = (cluster: string) =>
  usePlatformChange(
    (api, suspended: boolean) =>
      api.request('put', '/platform/app-clusters/{cluster}/suspension', {
        params: { path: { cluster } },
        body: { suspended },
        parseAs: 'text',
      }),
    inBackground,
  );

/** Gives the konnector a new token, and revokes all others. */
export const useRotateToken = (cluster: string) =>
  usePlatformChange(
    api =>
      api.request('post', '/platform/app-clusters/{cluster}/tokens', {
        params: { path: { cluster } },
        parseAs: 'text',
      }),
    inBackground,
  );

/** Approves a number of deletions that wait. */
export const useApproveDeletions = (cluster: string, resource: string) =>
  usePlatformChange(
    (api, body: { deletions: number; waiting?: number }) =>
      api.request(
        'post',
        '/platform/app-clusters/{cluster}/bindings/{resource}/approval',
        { params: { path: { cluster, resource } }, body, parseAs: 'text' },
      ),
    inBackground,
  );

export const useUnbindApi = (cluster: string, resource: string) =>
  usePlatformChange(
    (api, confirm: string) =>
      api.request(
        'post',
        '/platform/app-clusters/{cluster}/bindings/{resource}/unbinding',
        { params: { path: { cluster, resource } }, body: { confirm } },
      ),
    inBackground,
  );
