/** Derives the state of a claim whose composition succeeded but which is not ready. Pure functions. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import type { KubeCondition } from '../claimApis/claimResource';
import type { ClaimFacts, DerivedClaimState } from './ClaimFacts';
import { findCondition, isInProgress, managedState } from './managedStatus';
import {
  updateRejected,
  waitingForService,
  withGracePeriod,
} from './timeDependentStates';

/** The provider rejects the creation of the service. */
function creationRejected(
  facts: ClaimFacts,
  synced: KubeCondition,
  providerState: string | undefined,
): DerivedClaimState {
  const base = { message: synced.message, hop: 'service' as const };
  return withGracePeriod(
    facts,
    synced.lastTransitionTime,
    { ...base, state: 'Creating', providerState },
    { ...base, state: 'Failed' },
  );
}

/** The service exists and the provider reports no failure: the claim's `Ready` condition follows shortly. */
function notReadyYet(
  facts: ClaimFacts,
  ready: KubeCondition,
  provisionedAt: string,
): DerivedClaimState {
  const managedReady = findCondition(
    facts.object.status?.managed?.conditions,
    'Ready',
  );
  const times = [
    provisionedAt,
    managedReady?.lastTransitionTime,
    ready.lastTransitionTime,
  ].flatMap(time => time ?? []);
  const newest = times.reduce((a, b) =>
    Date.parse(a) < Date.parse(b) ? b : a,
  );
  const wasReady =
    Date.parse(ready.lastTransitionTime ?? '') > Date.parse(provisionedAt);
  return wasReady
    ? withGracePeriod(
        facts,
        newest,
        { state: 'Updating', hop: 'service' },
        {
          state: 'Degraded',
          message: ready.message,
          hop: 'service',
        },
      )
    : withGracePeriod(
        facts,
        newest,
        { state: 'Creating', hop: 'service' },
        {
          message: ready.message,
          state: 'Waiting',
          stateReason: 'WaitingForControlPlane',
          hop: 'controlPlane',
        },
      );
}

/** The service exists but is not ready: in progress, failed, rejected or about to become ready. */
function provisionedButNotReady(
  facts: ClaimFacts,
  ready: KubeCondition,
  provisionedAt: string,
): DerivedClaimState {
  const managed = facts.object.status?.managed;
  const state = managedState(managed);
  const managedReady = findCondition(managed?.conditions, 'Ready');
  const synced = findCondition(managed?.conditions, 'Synced');
  if (isInProgress(state)) {
    return { state: 'Updating', providerState: state, hop: 'service' };
  }
  if (managedReady && managedReady.status !== 'True') {
    return {
      state: 'Degraded',
      message: managedReady.message ?? synced?.message ?? ready.message,
      hop: 'service',
    };
  }
  return synced?.status === 'False'
    ? updateRejected(facts, synced)
    : notReadyYet(facts, ready, provisionedAt);
}

export function notReady(
  facts: ClaimFacts,
  ready: KubeCondition,
): DerivedClaimState {
  const managed = facts.object.status?.managed;
  const state = managedState(managed);
  const managedReady = findCondition(managed?.conditions, 'Ready');
  const synced = findCondition(managed?.conditions, 'Synced');
  if (state === 'failed') {
    const message = synced?.message ?? managedReady?.message;
    return {
      state: 'Failed',
      hop: 'service',
      ...(message === undefined ? explain('ProviderFailed') : { message }),
    };
  }
  if (managed?.provisionedAt) {
    return provisionedButNotReady(facts, ready, managed.provisionedAt);
  }
  if (synced?.status === 'False') return creationRejected(facts, synced, state);
  if (!state && !managedReady) return waitingForService(facts);
  return {
    state: 'Creating',
    providerState: state,
    ...(managedReady?.message && { message: managedReady.message }),
    hop: 'service',
  };
}
