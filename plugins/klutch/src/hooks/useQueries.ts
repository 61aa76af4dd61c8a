/** Queries of the pages. */
import { useApi } from '@backstage/core-plugin-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { klutchApiRef } from '../api/klutchApi';
import type { KlutchError } from '../api/KlutchError';
import { servicesQuery } from '../api/servicesQuery';
import type {
  Claim,
  ClaimDetail,
  ClaimKey,
  ClaimRequest,
  ClaimType,
  ServiceList,
} from '../api/types';
import { queryKeys, type ClaimQuery } from '../api/queryKeys';
import { useRead } from './useRead';

/** The signed-in user and the user's permissions. */
export const useMe = () =>
  useRead(queryKeys.me, api => api.request('get', '/me'));

/** The services that are offered, of every claim type. */
export function useServices() {
  const api = useApi(klutchApiRef);
  return useQuery<ServiceList, KlutchError>(servicesQuery(api));
}

/** A service as in the list of services. */
export const useListedService = (resource: string) =>
  useServices().data?.items.find(item => item.resource === resource);

/** Where the user may create instances; the first answer waits for app clusters. */
export const useServiceAccess = () =>
  useRead(queryKeys.serviceAccess, api =>
    api.request('get', '/service-access'),
  );

/** One service with plans and schema. */
export const useService = (resource: string | undefined) =>
  useRead(
    queryKeys.service(resource ?? ''),
    api =>
      api.request('get', '/services/{resource}', {
        params: { path: { resource: resource ?? '' } },
      }),
    { enabled: resource !== undefined },
  );

/** App clusters where services can be ordered. */
export const useAppClusters = () =>
  useRead(queryKeys.appClusters, api => api.request('get', '/app-clusters'));

/** Namespaces of an app cluster, and whether the user may create claims of the service there. */
export const useNamespaces = (cluster: string | undefined, resource: string) =>
  useRead(
    queryKeys.namespaces(cluster ?? '', resource),
    api =>
      api.request('get', '/app-clusters/{cluster}/namespaces', {
        params: { path: { cluster: cluster ?? '' }, query: { resource } },
      }),
    { enabled: cluster !== undefined },
  );

/** Claims that match the filter, with the reachability of their app clusters. */
export const useClaims = (
  query: ClaimQuery,
  options: { enabled?: boolean; keepPrevious?: boolean } = {},
) =>
  useRead(
    queryKeys.claims(query),
    api => api.request('get', '/claims', { params: { query } }),
    {
      enabled: options.enabled,
      placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    },
  );

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

/** Parameters of the paths of a claim. */
const claimPath = ({ cluster, namespace, resource, name }: ClaimKey) => ({
  params: { path: { cluster, namespace, resource, name } },
});

/** One claim with hops, conditions and YAML. */
export const useClaim = (claim: ClaimKey) =>
  useRead(queryKeys.claim(claim), api =>
    api.request(
      'get',
      '/claims/{cluster}/{namespace}/{resource}/{name}',
      claimPath(claim),
    ),
  );

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
  const events = useRead(
    queryKeys.claimEvents(claim),
    api =>
      api.request(
        'get',
        '/claims/{cluster}/{namespace}/{resource}/{name}/events',
        claimPath(claim),
      ),
    {
      refetchInterval:
        claim.state === 'Ready' ? IDLE_INTERVAL_MS : BUSY_INTERVAL_MS,
    },
  );
  useRefetchOnChange(claim, events);
  return events;
}

/**
 * Pause between two reads of activity without a signal: what changes no object, such as revealing credentials, is
 * signalled only by the backend's replica that did it.
 */
const ACTIVITY_INTERVAL_MS = 60_000;

/** What people did to an instance, newest first; refetched on signals. */
export const useClaimActivity = (claim: ClaimKey) =>
  useRead(
    queryKeys.claimActivity(claim),
    api =>
      api.request(
        'get',
        '/claims/{cluster}/{namespace}/{resource}/{name}/activity',
        claimPath(claim),
      ),
    { refetchInterval: ACTIVITY_INTERVAL_MS },
  );

/**
 * Workloads that use the Secret of a service binding. The backend does not watch them: it has no right to see them, and
 * reads them as the person, seven lists each time.
 */
export const useBindingWorkloads = (
  binding: ClaimKey,
  options: { enabled: boolean },
) =>
  useRead(
    queryKeys.bindingWorkloads(binding),
    api =>
      api.request(
        'get',
        '/claims/{cluster}/{namespace}/{resource}/{name}/workloads',
        claimPath(binding),
      ),
    { ...options, refetchInterval: BUSY_INTERVAL_MS },
  );

/**
 * The objects of a claim on both clusters. Only the first two are watched: the backend may not see the others, whose types
 * are many, and reads them as the person.
 */
export function useClaimTrace(claim: Claim, options: { enabled: boolean }) {
  const trace = useRead(
    queryKeys.claimTrace(claim),
    api =>
      api.request(
        'get',
        '/claims/{cluster}/{namespace}/{resource}/{name}/trace',
        claimPath(claim),
      ),
    {
      ...options,
      refetchInterval: ({ state }) =>
        state.data?.objects.some(({ waits }) => waits)
          ? BUSY_INTERVAL_MS
          : IDLE_INTERVAL_MS,
    },
  );
  useRefetchOnChange(claim, trace, options.enabled);
  return trace;
}

/** Result of the server's dry run of a claim. */
export const useDryRun = (request: ClaimRequest) =>
  useRead(
    queryKeys.dryRun(request),
    api =>
      api.request('post', '/claims', {
        params: { query: { dryRun: true } },
        body: request,
      }),
    { gcTime: 0, staleTime: 0 },
  );
