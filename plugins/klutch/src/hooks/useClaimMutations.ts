/** Ordering and deleting claims, with the lists on the page kept in step. */
import { useApi, useApiHolder } from '@backstage/core-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import {
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { klutchApiRef } from '../api/klutchApi';
import { unwrap, type KlutchError } from '../api/KlutchError';
import type {
  AppCluster,
  Claim,
  ClaimDetail,
  ClaimKey,
  ClaimRequest,
} from '../api/types';
import { queryKeys, type ClaimFilter } from './queryKeys';

/** Whether a list that asked with this filter shows the claim. */
export function isListed(filter: ClaimFilter, claim: Claim): boolean {
  return (
    (filter.type ?? claim.type) === claim.type &&
    (filter.cluster ?? claim.cluster) === claim.cluster &&
    (filter.namespace ?? claim.namespace) === claim.namespace &&
    (filter.instance ?? claim.instanceRef) === claim.instanceRef &&
    (filter.instanceResource ?? claim.instanceResource) ===
      claim.instanceResource
  );
}

interface ClaimList {
  items: Claim[];
  clusters: AppCluster[];
  complete?: boolean;
}

/** The claim shows in its lists at once; the signal that follows brings what the index knows. */
function addToLists(client: QueryClient, claim: Claim) {
  for (const query of client
    .getQueryCache()
    .findAll({ queryKey: [...queryKeys.all, 'claims'] })) {
    const filter = (query.queryKey[2] ?? {}) as ClaimFilter;
    if (isListed(filter, claim)) {
      client.setQueryData<ClaimList>(
        query.queryKey,
        list =>
          list && {
            ...list,
            items: [...list.items.filter(i => i.uid !== claim.uid), claim],
          },
      );
    }
  }
}

/** What a change of claims makes old, for apps without signals. */
function useRefreshWithoutSignals() {
  const client = useQueryClient();
  const signals = useApiHolder().get(signalApiRef);
  return () => {
    if (!signals) {
      void client.invalidateQueries({
        queryKey: [...queryKeys.all, 'claims'],
      });
    }
  };
}

/** Orders a service instance, service binding, backup or restore. */
export function useCreateClaim() {
  const api = useApi(klutchApiRef);
  const client = useQueryClient();
  const refresh = useRefreshWithoutSignals();
  return useMutation<ClaimDetail, KlutchError, ClaimRequest>({
    mutationFn: body =>
      unwrap(api.request('post', '/claims', { params: { query: {} }, body })),
    onSuccess: claim => {
      client.setQueryData(queryKeys.claim(claim), claim);
      addToLists(client, claim);
      refresh();
    },
  });
}

/** Deletes a claim; the name was typed again. */
export function useDeleteClaim() {
  const api = useApi(klutchApiRef);
  const client = useQueryClient();
  const refresh = useRefreshWithoutSignals();
  return useMutation<unknown, KlutchError, { key: ClaimKey; confirm: string }>({
    mutationFn: ({ key, confirm }) => {
      const { cluster, namespace, resource, name } = key;
      return unwrap(
        api.request(
          'delete',
          '/claims/{cluster}/{namespace}/{resource}/{name}',
          {
            params: {
              path: { cluster, namespace, resource, name },
              query: { confirm },
            },
            // The answer has no body, and not every proxy says so.
            parseAs: 'text',
          },
        ),
      );
    },
    onSuccess: (_, { key }) => {
      void client.invalidateQueries({ queryKey: queryKeys.claim(key) });
      refresh();
    },
  });
}
