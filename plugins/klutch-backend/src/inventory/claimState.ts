/** Derives the state of a claim from its consumer object and its provider copy. Pure functions. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { finalizers } from '@klutch/bind-api';
import type { KubeCondition } from '../claimApis/claimResource';
import type { ClaimFacts, DerivedClaimState } from './ClaimFacts';
import { findCondition, managedState } from './managedStatus';
import { notReady } from './notReadyState';
import { afterReady } from './readyState';
import {
  waitingForControlPlane,
  waitingForKonnector,
  withGracePeriod,
} from './timeDependentStates';

function deletingState(facts: ClaimFacts): DerivedClaimState {
  const derivedState = { state: 'Deleting' as const };
  const managed = facts.object.status?.managed;
  const refusal = findCondition(managed?.conditions, 'Synced');
  if (facts.providerCopy === 'absent') {
    return {
      ...derivedState,
      hop: 'konnector',
      ...facts.konnectorProblem,
    };
  }
  const isCopyDeleted =
    facts.providerCopy !== 'unknown' &&
    facts.providerCopy.metadata.deletionTimestamp !== undefined;
  if (facts.areDeletionsPaused && !isCopyDeleted) {
    return { ...derivedState, hop: 'konnector', ...explain('DeletionsPaused') };
  }
  return {
    ...derivedState,
    hop: facts.providerCopy === 'unknown' ? 'controlPlane' : 'service',
    ...(refusal?.status === 'False' && { message: refusal.message }),
  };
}

/** The control plane reports an error for the claim itself. */
function compositionFailed(
  facts: ClaimFacts,
  synced: KubeCondition,
  ready: KubeCondition | undefined,
): DerivedClaimState {
  const base = { message: synced.message, hop: 'controlPlane' as const };
  return withGracePeriod(
    facts,
    synced.lastTransitionTime,
    ready?.status === 'True'
      ? { ...base, state: 'Updating' }
      : { ...base, state: 'Waiting', stateReason: 'WaitingForControlPlane' },
    { ...base, state: 'Failed' },
  );
}

/** A service binding whose instance was deleted; a new service binding may only be waiting for its instance. */
function orphaned({
  object,
  isInstanceMissing,
}: ClaimFacts): DerivedClaimState | undefined {
  const { conditions, managed } = object.status ?? {};
  const wasMade =
    findCondition(conditions, 'Ready')?.status === 'True' ||
    managedState(managed) === 'created';
  return isInstanceMissing && wasMade
    ? {
        state: 'Failed',
        stateReason: 'InstanceIsDeleted',
        hop: 'service',
        ...explain('InstanceDeleted', {
          instance: object.spec?.instanceRef ?? '',
        }),
      }
    : undefined;
}

export function deriveClaimState(facts: ClaimFacts): DerivedClaimState {
  const { object, providerCopy, clusterProblem } = facts;
  if (clusterProblem) {
    return { state: 'Unknown', hop: 'appCluster', ...clusterProblem };
  }
  if (object.metadata.deletionTimestamp) return deletingState(facts);
  const orphan = orphaned(facts);
  if (orphan) return orphan;
  const synced = findCondition(object.status?.conditions, 'Synced');
  const ready = findCondition(object.status?.conditions, 'Ready');
  if (!synced && !ready) {
    const isPickedUp =
      providerCopy === 'unknown'
        ? object.metadata.finalizers?.includes(finalizers.syncer)
        : providerCopy !== 'absent';
    return isPickedUp
      ? waitingForControlPlane(facts)
      : waitingForKonnector(facts);
  }
  if (synced?.status === 'False')
    return compositionFailed(facts, synced, ready);
  if (ready?.status === 'True') {
    return afterReady(facts) ?? { state: 'Ready', hop: 'done' };
  }
  return ready ? notReady(facts, ready) : waitingForControlPlane(facts);
}
