/** Queries of the pages. */
import { useApi } from '@backstage/core-plugin-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { klutchApiRef } from '../api/klutchApi';
import type { KlutchError } from '../api/KlutchError';
import { unwrap } from '../api/KlutchError';
import { servicesQuery } from '../api/servicesQuery';
import type {
  Activity,
  Claim,
  ClaimDetail,
  ClaimEvent,
  ClaimKey,
  ClaimRequest,
  ClaimType,
  ServiceList,
  Trace,
  WorkloadList,
} from '../api/types';
import { queryKeys, type ClaimQuery } from '../api/queryKeys';

/** Query for the `GET` of a fixed path. */
function useRead<T>(
  queryKey: readonly unknown[],
  read: () => Promise<{ data?: T; error?: unknown; response: Response }>,
  options: { enabled?: boolean; keepPrevious?: boolean } = {},
) {
  return useQuery<T, KlutchError>({
    queryKey,
    queryFn: () => unwrap(read()),
    enabled: options.enabled ?? true,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  });
}

/** The signed-in user and the user's permissions. */
export function useMe() {
  const api = useApi(klutchApiRef);
  return useRead(queryKeys.me, () => api.request('get', '/me'));
}

/** The services that are offered, of every claim type. */
export function useServices() {
  const api = useApi(klutchApiRef);
  return useQuery<ServiceList, KlutchError>(servicesQuery(api));
}

/** Where the user may create instances; the first answer waits for app clusters. */
export function useServiceAccess() {
  const api = useApi(klutchApiRef);
  return useRead(queryKeys.serviceAccess, () =>
    api.request('get', '/service-access'),
  );
}

/** One service with plans and schema. */
export function useService(resource: string | undefined) {
  const api = useApi(klutchApiRef);
  return useRead(
    queryKeys.service(resource ?? ''),
    () =>
      api.request('get', '/services/{resource}', {
        params: { path: { resource: resource ?? '' } },
      }),
    { enabled: resource !== undefined },
  );
}

/** App clusters where services can be ordered. */
export function useAppClusters() {
  const api = useApi(klutchApiRef);
  return useRead(queryKeys.appClusters, () =>
    api.request('get', '/app-clusters'),
  );
}

/** Namespaces of an app cluster, and whether the user may create claims of the service there. */
export function useNamespaces(cluster: string | undefined, resource: string) {
  const api = useApi(klutchApiRef);
  return useRead(
    queryKeys.namespaces(cluster ?? '', resource),
    () =>
      api.request('get', '/app-clusters/{cluster}/namespaces', {
        params: { path: { cluster: cluster ?? '' }, query: { resource } },
      }),
    { enabled: cluster !== undefined },
  );
}

/** Claims that match the filter, with the reachability of their app clusters. */
export function useClaims(
  query: ClaimQuery,
  options: { enabled?: boolean; keepPrevious?: boolean } = {},
) {
  const api = useApi(klutchApiRef);
  return useRead(
    queryKeys.claims(query),
    () => api.request('get', '/claims', { params: { query } }),
    options,
  );
}

/** The most rows that the backend returns at once. */
export const MAX_LIMIT = 1_000;

/** Claims of one type that refer to an instance, limited to the related APIs of the instance's service. */
export const claimsOf = (instance: ClaimKey, type: ClaimType) =>
  ({
    type,
    cluster: instance.cluster,
    namespace: instance.namespace,
    instance: instance.name,
    instanceResource: instance.resource,
    sort: '-created',
    limit: MAX_LIMIT,
  }) as const satisfies ClaimQuery;

/** The claims of {@link claimsOf}. */
export const useClaimsOf = (instance: ClaimKey, type: ClaimType) =>
  useClaims(claimsOf(instance, type));

/** One claim with hops, conditions and YAML. */
export function useClaim({ cluster, namespace, resource, name }: ClaimKey) {
  const api = useApi(klutchApiRef);
  return useRead(queryKeys.claim({ cluster, namespace, resource, name }), () =>
    api.request('get', '/claims/{cluster}/{namespace}/{resource}/{name}', {
      params: { path: { cluster, namespace, resource, name } },
    }),
  );
}

/**
 * Pause between two reads of what the backend does not watch, while it is likely to change. The timers of queries stop
 * while the browser's tab is hidden.
 */
const BUSY_INTERVAL_MS = 10_000;
/** As {@link BUSY_INTERVAL_MS}, while nothing is under way. */
const IDLE_INTERVAL_MS = 60_000;

/** Reads again when the claim, which the change feed keeps up to date, has changed. */
function useRefetchOnChange(
  claim: Claim,
  { refetch }: { refetch: () => unknown },
  enabled = true,
): void {
  const seen = useRef(claim);
  useEffect(() => {
    if (enabled && seen.current !== claim) void refetch();
    seen.current = claim;
  }, [claim, enabled, refetch]);
}

/** Events about a claim, newest first; the backend does not watch them: they are many, and few are looked at. */
export function useClaimEvents(claim: ClaimDetail) {
  const { cluster, namespace, resource, name } = claim;
  const api = useApi(klutchApiRef);
  const events = useQuery<
    { items: ClaimEvent[]; hidden: boolean },
    KlutchError
  >({
    queryKey: queryKeys.claimEvents({ cluster, namespace, resource, name }),
    queryFn: () =>
      unwrap(
        api.request(
          'get',
          '/claims/{cluster}/{namespace}/{resource}/{name}/events',
          { params: { path: { cluster, namespace, resource, name } } },
        ),
      ),
    refetchInterval:
      claim.state === 'Ready' ? IDLE_INTERVAL_MS : BUSY_INTERVAL_MS,
  });
  useRefetchOnChange(claim, events);
  return events;
}

/**
 * Pause between two reads of activity without a signal: what changes no object, such as revealing credentials, is
 * signalled only by the backend's replica that did it.
 */
const ACTIVITY_INTERVAL_MS = 60_000;

/** What people did to an instance, newest first; refetched on signals. */
export function useClaimActivity(claim: ClaimKey) {
  const api = useApi(klutchApiRef);
  const { cluster, namespace, resource, name } = claim;
  return useQuery<{ items: Activity[]; hidden: boolean }, KlutchError>({
    queryKey: queryKeys.claimActivity(claim),
    queryFn: () =>
      unwrap(
        api.request(
          'get',
          '/claims/{cluster}/{namespace}/{resource}/{name}/activity',
          { params: { path: { cluster, namespace, resource, name } } },
        ),
      ),
    refetchInterval: ACTIVITY_INTERVAL_MS,
  });
}

/**
 * Workloads that use the Secret of a service binding. The backend does not watch them: it has no right to see them, and
 * reads them as the person, seven lists each time.
 */
export function useBindingWorkloads(
  binding: ClaimKey,
  options: { enabled: boolean },
) {
  const api = useApi(klutchApiRef);
  const { cluster, namespace, resource, name } = binding;
  return useQuery<WorkloadList, KlutchError>({
    ...options,
    queryKey: queryKeys.bindingWorkloads(binding),
    queryFn: () =>
      unwrap(
        api.request(
          'get',
          '/claims/{cluster}/{namespace}/{resource}/{name}/workloads',
          { params: { path: { cluster, namespace, resource, name } } },
        ),
      ),
    refetchInterval: BUSY_INTERVAL_MS,
  });
}

/**
 * The objects of a claim on both clusters. Only the first two are watched: the backend may not see the others, whose types
 * are many, and reads them as the person.
 */
export function useClaimTrace(claim: Claim, options: { enabled: boolean }) {
  const api = useApi(klutchApiRef);
  const { cluster, namespace, resource, name } = claim;
  const trace = useQuery<Trace, KlutchError>({
    ...options,
    queryKey: queryKeys.claimTrace(claim),
    queryFn: () =>
      unwrap(
        api.request(
          'get',
          '/claims/{cluster}/{namespace}/{resource}/{name}/trace',
          { params: { path: { cluster, namespace, resource, name } } },
        ),
      ),
    refetchInterval: ({ state }) =>
      state.data?.objects.some(({ waits }) => waits)
        ? BUSY_INTERVAL_MS
        : IDLE_INTERVAL_MS,
  });
  useRefetchOnChange(claim, trace, options.enabled);
  return trace;
}

/** Result of the server's dry run of a claim. */
export function useDryRun(request: ClaimRequest) {
  const api = useApi(klutchApiRef);
  return useQuery<ClaimDetail, KlutchError>({
    queryKey: queryKeys.dryRun(request),
    queryFn: () =>
      unwrap(
        api.request('post', '/claims', {
          params: { query: { dryRun: true } },
          body: request,
        }),
      ),
    gcTime: 0,
    staleTime: 0,
  });
}
