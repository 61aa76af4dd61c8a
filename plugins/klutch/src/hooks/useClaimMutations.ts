/** Mutations that create and delete claims and update the cached lists. */
import { useApi, useApiHolder } from '@backstage/core-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { klutchApiRef } from '../api/klutchApi';
import { isClaimGone } from '../api/isClaimGone';
import { KlutchError, unwrap } from '../api/KlutchError';
import type {
  Claim,
  ClaimChange,
  ClaimDetail,
  ClaimKey,
  ClaimRequest,
} from '../api/types';
import { addToLists } from './addToLists';
import { queryKeys } from '../api/queryKeys';
import { claimsOf } from './useQueries';
import { useThrowIfClosed } from './useThrowIfClosed';

/** After this the backend's index has a change that the cluster has confirmed. */
const INDEX_DELAY_MS = 1_000;

/** Refetches the lists of claims in apps without signals. */
function useRefreshWithoutSignals() {
  const client = useQueryClient();
  const signals = useApiHolder().get(signalApiRef);
  return () => {
    if (!signals) {
      setTimeout(
        () => void client.invalidateQueries({ queryKey: queryKeys.allClaims }),
        INDEX_DELAY_MS,
      );
    }
  };
}

/** `POST` of one claim. */
export function useCreateCall() {
  const api = useApi(klutchApiRef);
  return (body: ClaimRequest) =>
    unwrap(api.request('post', '/claims', { params: { query: {} }, body }));
}

/** `PATCH` of one claim. */
export function useUpdateCall() {
  const api = useApi(klutchApiRef);
  return (
    { cluster, namespace, resource, name }: ClaimKey,
    body: ClaimChange,
  ) =>
    unwrap(
      api.request('patch', '/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: { path: { cluster, namespace, resource, name }, query: {} },
        body,
      }),
    );
}

/**
 * Creates a service instance, service binding, backup or restore.
 *
 * @param mutationKey - of `useIsMutating` in other components
 */
export function useCreateClaim(mutationKey?: readonly unknown[]) {
  const create = useCreateCall();
  const client = useQueryClient();
  const refresh = useRefreshWithoutSignals();
  return useMutation<ClaimDetail, KlutchError, ClaimRequest>({
    mutationKey,
    mutationFn: create,
    onSuccess: claim => {
      client.setQueryData(queryKeys.claim(claim), claim);
      addToLists(client, claim);
      refresh();
    },
  });
}

/** Asks the app cluster whether it would accept a claim. */
export function useCheckClaim() {
  const api = useApi(klutchApiRef);
  return useMutation<ClaimDetail, KlutchError, ClaimRequest>({
    mutationFn: body =>
      unwrap(
        api.request('post', '/claims', {
          params: { query: { dryRun: true } },
          body,
        }),
      ),
  });
}

/** Changes the spec of a service instance. */
export function useUpdateClaim(key: ClaimKey) {
  const update = useUpdateCall();
  const client = useQueryClient();
  const refresh = useRefreshWithoutSignals();
  return useMutation<ClaimDetail, KlutchError, ClaimChange>({
    mutationFn: body => update(key, body),
    onSuccess: claim => {
      client.setQueryData(queryKeys.claim(claim), claim);
      refresh();
    },
    // A refused change may have been based on an outdated claim.
    onError: () =>
      client.invalidateQueries({
        queryKey: queryKeys.claim(key),
      }),
  });
}

/** `DELETE` of the claim that the user looked at, not of a later one of its name; `confirm` is what the user typed. */
function useDeleteCall() {
  const api = useApi(klutchApiRef);
  return (
    { cluster, namespace, resource, name, uid }: Claim,
    confirm: string,
  ) =>
    unwrap(
      api.request('delete', '/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: {
          path: { cluster, namespace, resource, name },
          query: { confirm, uid },
        },
        // The response has no body, and some proxies omit the content-length header that openapi-fetch checks.
        parseAs: 'text',
      }),
    );
}

/** Deletes a claim; `confirm` is the name that the user typed. */
export function useDeleteClaim() {
  const remove = useDeleteCall();
  const client = useQueryClient();
  const refresh = useRefreshWithoutSignals();
  return useMutation<unknown, KlutchError, { claim: Claim; confirm: string }>({
    mutationFn: ({ claim, confirm }) => remove(claim, confirm),
    onSuccess: (_, { claim }) => {
      void client.invalidateQueries({ queryKey: queryKeys.claim(claim) });
      refresh();
    },
  });
}

/** Progress of the deletion of an instance. */
export type InstanceDeletion =
  | { step: 'deleting' | 'waiting'; binding: string }
  | { step: 'instance' };

/** Interval at which a deleted service binding is polled until it is gone. */
const POLL_INTERVAL_MS = 1_000;

/**
 * An application may have got credentials while the other service bindings were being removed.
 *
 * @throws KlutchError when there are service bindings that were not to be deleted
 */
function requireNoLater(
  instance: Claim,
  planned: readonly Claim[],
  present: readonly Claim[],
): void {
  const later = present.filter(({ uid }) =>
    planned.every(binding => binding.uid !== uid),
  );
  if (later.length === 0) return;
  const names = later.map(({ name }) => name).join(', ');
  throw new KlutchError({
    kind: 'conflict',
    failure: 'laterBindings',
    message: `Service bindings were created meanwhile: ${names}`,
    params: { instance: instance.name, names },
  });
}

/**
 * Deletes the service bindings of an instance, waits until they are gone, and then deletes the instance. The first
 * failure stops the deletion; `progress` is the step that failed. Closing the page or dialog stops the deletion before
 * the next step.
 */
export function useDeleteInstance() {
  const api = useApi(klutchApiRef);
  const remove = useDeleteCall();
  const client = useQueryClient();
  const refresh = useRefreshWithoutSignals();
  const [progress, setProgress] = useState<InstanceDeletion>();
  const throwIfClosed = useThrowIfClosed();

  const beginStep = (next: InstanceDeletion) => {
    throwIfClosed();
    setProgress(next);
  };
  const removeBinding = (binding: Claim) =>
    remove(binding, binding.name).catch((error: unknown) => {
      if (!isClaimGone(error)) throw error;
    });
  const exists = ({ cluster, namespace, resource, name, uid }: Claim) =>
    unwrap(
      api.request('get', '/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: { path: { cluster, namespace, resource, name } },
      }),
    ).then(
      present => present.uid === uid,
      (error: unknown) => {
        // One that cannot be reached, for example because its API is no longer bound, may still be there.
        if (isClaimGone(error)) return false;
        throw error;
      },
    );

  const mutation = useMutation<
    unknown,
    KlutchError,
    { instance: Claim; bindings: Claim[]; confirm: string }
  >({
    mutationFn: async ({ instance, bindings, confirm }) => {
      for (const binding of bindings) {
        beginStep({ step: 'deleting', binding: binding.name });
        await removeBinding(binding);
      }
      for (const binding of bindings) {
        beginStep({ step: 'waiting', binding: binding.name });
        while (await exists(binding)) {
          await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL_MS));
          throwIfClosed();
        }
      }
      beginStep({ step: 'instance' });
      const query = claimsOf(instance, 'binding');
      const { items } = await unwrap(
        api.request('get', '/claims', { params: { query } }),
      );
      requireNoLater(instance, bindings, items);
      await remove(instance, confirm);
    },
    onSettled: (_data, _error, { instance }) => {
      void client.invalidateQueries({ queryKey: queryKeys.claim(instance) });
      refresh();
    },
  });
  return { ...mutation, progress };
}
