/** Derives the state of a claim from its consumer object and its provider copy. Pure functions. */
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
  const derivedState = { state: 'Deleting' as const, text: 'Deleting' };
  const managed = facts.object.status?.managed;
  const refusal = findCondition(managed?.conditions, 'Synced');
  if (facts.providerCopy === 'absent') {
    return {
      ...derivedState,
      hop: 'konnector',
      ...(facts.konnectorProblem && { message: facts.konnectorProblem }),
    };
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
      ? { ...base, state: 'Updating', text: 'Updating' }
      : { ...base, state: 'Waiting', text: 'Waiting for control plane' },
    { ...base, state: 'Failed', text: 'Failed' },
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
        text: 'Instance deleted',
        message: `The service instance ${object.spec?.instanceRef ?? ''} was deleted with its data, so these credentials no longer work. Delete this service binding.`,
        hop: 'service',
      }
    : undefined;
}

/** The state of a claim. */
export function deriveClaimState(facts: ClaimFacts): DerivedClaimState {
  const { object, providerCopy, clusterProblem } = facts;
  if (clusterProblem) {
    return {
      state: 'Unknown',
      text: 'Unknown',
      message: clusterProblem,
      hop: 'appCluster',
    };
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
    return afterReady(facts) ?? { state: 'Ready', text: 'Ready', hop: 'done' };
  }
  return ready ? notReady(facts, ready) : waitingForControlPlane(facts);
}
