/** How far the rotation of a service binding is, and what its next step does. */
import { useState } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { useCreateClaim, useDeleteClaim } from '../hooks/useClaimMutations';
import { useForbidden } from '../hooks/useForbidden';
import { MAX_LIMIT, useBindingWorkloads, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { nextName, searchForNames } from './bindingNames';
import { rotationStep, successorOf, type RotationStep } from './rotation';
import { useRelatedOrder } from './useRelatedOrder';

/** The action button of a step. */
interface Action {
  label: string;
  isReady: boolean;
  run: () => void;
}

/** Service bindings of an instance. */
export interface BindingList {
  items: readonly Claim[];
  /** False while some may not have been read. */
  complete?: boolean;
}

export type Rotation = ReturnType<typeof useRotation>;

/** The first free name for the successor of a service binding. */
function useNewName(instance: ClaimDetail, { name: former }: Claim) {
  const { cluster, namespace } = instance;
  const taken = useClaims({
    type: 'binding',
    cluster,
    namespace,
    search: searchForNames(former),
    limit: MAX_LIMIT,
  });
  // Names that the app cluster refused: the person may not see what has them, also of other instances.
  const [refused, setRefused] = useState<readonly string[]>([]);
  const newName = nextName(former, [
    ...refused,
    ...(taken.data?.items.map(({ name }) => name) ?? []),
  ]);
  return {
    newName,
    /** Whether the names in use were read. */
    isKnown: taken.isSuccess,
    /** To be called when the app cluster has refused the name. */
    refuse: () => setRefused([...refused, newName]),
    error: taken.error,
  };
}

/** Deletion of service bindings of an instance. */
function useRemoval(instance: ClaimDetail) {
  const t = useT();
  const forbidden = useForbidden(instance);
  const remove = useDeleteClaim();
  return {
    isPending: remove.isPending,
    error: remove.error,
    /** Why it cannot be deleted. */
    reasonAgainst: (binding: Claim) =>
      forbidden.delete('binding') ??
      (binding.protected
        ? t('instance.rotate.protected', { name: binding.name })
        : undefined),
    run: (binding: Claim) =>
      remove.mutate({ claim: binding, confirm: binding.name }),
  };
}

/** @param opened - the service binding when the rotation was opened */
export function useRotation(
  instance: ClaimDetail,
  opened: Claim,
  { complete, items: bindings }: BindingList,
) {
  const t = useT();
  const order = useRelatedOrder(instance, 'binding');
  const create = useCreateClaim();
  const removal = useRemoval(instance);
  const present = bindings.find(({ uid }) => uid === opened.uid);
  const binding = present ?? opened;
  const successor = successorOf(binding, bindings);
  const step = rotationStep(present, successor, complete !== false);
  const workloads = useBindingWorkloads(binding, { enabled: step === 'move' });
  const names = useNewName(instance, binding);
  const { newName } = names;
  const isUnused =
    workloads.data?.complete === true && workloads.data.items.length === 0;
  const reasons: Partial<Record<RotationStep, string>> = {
    create: order.reason,
    move: removal.reasonAgainst(binding),
  };
  const reason = reasons[step];
  const waiting: Action = {
    label: t('instance.rotate.waiting'),
    isReady: false,
    run: () => undefined,
  };
  const actions: Partial<Record<RotationStep, Action>> = {
    create: {
      label: t('instance.rotate.create', { name: newName }),
      isReady: order.ready && names.isKnown,
      run: () =>
        create.mutate(
          {
            ...order.request(newName),
            replaces: binding.name,
          },
          {
            onError: ({ kind }) => {
              if (kind === 'conflict') names.refuse();
            },
          },
        ),
    },
    wait: waiting,
    move: {
      label:
        workloads.data && !isUnused
          ? t('instance.rotate.removeAnyway', { name: binding.name })
          : t('instance.rotate.remove', { name: binding.name }),
      // Who still uses the old Secret should be seen first.
      isReady: workloads.isFetched && reason === undefined,
      run: () => removal.run(binding),
    },
  };
  return {
    binding,
    successor,
    step,
    newName,
    workloads,
    isPending: create.isPending || removal.isPending,
    error: step === 'create' ? (create.error ?? names.error) : removal.error,
    /** Why the action cannot be done; undefined when it can, or while that is being read. */
    reason,
    /** Undefined when nothing is left to do here. */
    action: actions[step],
  };
}
