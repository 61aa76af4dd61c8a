/** Orders a new instance with the settings of another one, and a restore into it. */
import { useState } from 'react';
import type { ClaimDetail, ClaimRequest } from '../api/types';
import { useCheckClaim, useCreateClaim } from '../hooks/useClaimMutations';
import { crossplaneFields } from '../settings/form';

/** The spec of a new instance like this one: without the fields that Crossplane wrote. */
export function specOfCopy({ spec }: Pick<ClaimDetail, 'spec'>) {
  return Object.fromEntries(
    Object.entries(spec).filter(
      ([field]) => field === 'compositionRef' || !crossplaneFields.has(field),
    ),
  );
}

export function useRestoreIntoNew(instance: ClaimDetail) {
  const check = useCheckClaim();
  const order = useCreateClaim();
  const restore = useCreateClaim();
  // A retry after a failed restore must not order the instance again.
  const [ordered, setOrdered] = useState('');

  const start = async (
    name: string,
    request: ClaimRequest,
    onDone: () => void,
  ) => {
    const { cluster, namespace, resource } = instance;
    try {
      // Finds out first whether the restore is permitted, so that no empty instance is left otherwise.
      await check.mutateAsync(request);
      if (ordered !== name) {
        const spec = specOfCopy(instance);
        await order.mutateAsync({ cluster, namespace, resource, name, spec });
        setOrdered(name);
      }
      await restore.mutateAsync(request);
      onDone();
    } catch {
      // The mutations have the error.
    }
  };
  return {
    start,
    /** Name of the instance that was ordered already. */
    ordered,
    isPending: check.isPending || order.isPending || restore.isPending,
    error: check.error ?? order.error ?? restore.error,
  };
}
