/** Orders a new instance with the settings of another one, and a restore into it. */
import { crossplaneFields } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { Claim, ClaimDetail, ClaimRequest, Me } from '../api/types';
import { useCheckClaim, useCreateClaim } from '../hooks/useClaimMutations';
import { useThrowIfClosed } from '../hooks/useThrowIfClosed';
import { useMe } from '../hooks/useQueries';
import { ownersOf } from '../shared/OwnerField';

/** The spec of a new instance like this one: without the fields that Crossplane wrote. */
export function specOfCopy({ spec }: Pick<ClaimDetail, 'spec'>) {
  return Object.fromEntries(
    Object.entries(spec).filter(
      ([field]) => field === 'compositionRef' || !crossplaneFields.has(field),
    ),
  );
}

/** The same owner, if the person may order for them, and the same component. */
function ownershipOfCopy(
  { owner, component }: ClaimDetail,
  me: Me | undefined,
): Pick<ClaimRequest, 'owner' | 'component'> {
  const isOwn = owner && me && ownersOf(me).includes(owner);
  return { ...(isOwn && { owner }), ...(component && { component }) };
}

/** Closing the dialog ends what was started before the next step; the page of an ordered instance continues from there. */
export function useRestoreIntoNew(instance: ClaimDetail, backup: Claim) {
  const me = useMe();
  const check = useCheckClaim();
  const order = useCreateClaim();
  const restore = useCreateClaim();
  const throwIfClosed = useThrowIfClosed();
  // A retry after a failed restore must not order the instance again.
  const [ordered, setOrdered] = useState('');

  const start = async (
    name: string,
    request: ClaimRequest,
    /** Fields of the new instance's spec that differ. */
    change: Record<string, unknown>,
    onDone: () => void,
  ) => {
    const { cluster, namespace, resource } = instance;
    try {
      // Finds out first whether the restore is permitted, so that no empty instance is left otherwise.
      await check.mutateAsync(request);
      throwIfClosed();
      if (ordered !== name) {
        await order.mutateAsync({
          cluster,
          namespace,
          resource,
          name,
          spec: { ...specOfCopy(instance), ...change },
          // The new instance's page continues from here if the restore is not ordered.
          restoreFrom: backup.name,
          ...ownershipOfCopy(instance, me.data),
        });
        setOrdered(name);
      }
      throwIfClosed();
      await restore.mutateAsync(request);
      throwIfClosed();
      onDone();
    } catch {
      // The mutations have the error; nobody is to know of what was closed.
    }
  };
  return {
    start,
    /** Name of the instance that was ordered already. */
    ordered,
    /** Whether closing the dialog prevents a step. */
    hasFurtherStep: check.isPending || order.isPending,
    isPending: check.isPending || order.isPending || restore.isPending,
    error: check.error ?? order.error ?? restore.error,
  };
}
