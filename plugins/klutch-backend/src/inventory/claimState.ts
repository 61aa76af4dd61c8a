/** Derives the state of a claim from its consumer object and its provider copy. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { finalizers } from '@klutch/bind-api';
import equal from 'fast-deep-equal';
import type { ClaimObject, KubeCondition, ManagedStatus } from './api';

/** The step of its progress that a claim has reached. */
export type HopId = Schemas['Hop']['id'];

/** Observed state of one claim. */
export interface ClaimFacts {
  object: ClaimObject;
  /** The provider copy; `unknown` while the portal cannot read the control plane. */
  providerCopy: ClaimObject | 'absent' | 'unknown';
  /** Message for users while the app cluster is unreachable. */
  clusterProblem?: string;
  /** Message for users while the control plane is unreachable. */
  controlPlaneProblem?: string;
  /** Message for users when the konnector may not be working. */
  konnectorProblem?: string;
  /** The service binding's instance is missing on the app cluster. */
  isInstanceMissing?: boolean;
  now: Date;
}

/** A state with its message. */
export interface DerivedClaimState {
  state: Schemas['ClaimState'];
  text: string;
  /** What is wrong, and what to do. */
  message?: string;
  /** The current step; `done` when nothing is left to do. */
  hop: HopId | 'done';
  /** Milliseconds after which the message changes without a cluster event. */
  recheckAfterMs?: number;
}

/** After this time the message names the likely cause of the wait. */
const PROGRESS_DEADLINE_MS = 60_000;
/**
 * Crossplane and providers report conflicts and missing dependencies that resolve by themselves; only longer lasting
 * failures are shown as errors.
 */
const FAILURE_GRACE_PERIOD_MS = 20_000;

const findCondition = (
  conditions: KubeCondition[] | null | undefined,
  type: string,
): KubeCondition | undefined =>
  conditions?.find(condition => condition.type === type);

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `whole` contains every value of `part`. */
export function covers(whole: unknown, part: unknown): boolean {
  if (!isPlainObject(part) || !isPlainObject(whole)) return equal(whole, part);
  return Object.entries(part).every(([key, value]) =>
    covers(whole[key], value),
  );
}

/** The state reported by the provider; backups use another field. */
const managedState = (managed: ManagedStatus | undefined) =>
  (managed?.state ?? managed?.status)?.toLocaleLowerCase('en-US');

const isInProgress = (state: string | undefined) =>
  state === 'deploying' || state === 'updating';

const elapsedMs = (since: string | undefined, now: Date) =>
  since ? now.getTime() - Date.parse(since) : 0;

function waitingState(
  facts: ClaimFacts,
  hop: 'konnector' | 'controlPlane' | 'service',
  texts: { text: string; cause: string },
): DerivedClaimState {
  const age = elapsedMs(facts.object.metadata.creationTimestamp, facts.now);
  const derivedState = { state: 'Waiting' as const, text: texts.text, hop };
  return age < PROGRESS_DEADLINE_MS
    ? { ...derivedState, recheckAfterMs: PROGRESS_DEADLINE_MS - age }
    : { ...derivedState, message: texts.cause };
}

const waitingForKonnector = (facts: ClaimFacts) =>
  waitingState(facts, 'konnector', {
    text: 'Waiting for konnector',
    cause:
      facts.konnectorProblem ??
      facts.controlPlaneProblem ??
      'The konnector of this app cluster is running, but has not picked this claim up. Ask an operator to check the binding of this API.',
  });

const waitingForControlPlane = (facts: ClaimFacts) =>
  waitingState(facts, 'controlPlane', {
    text: 'Waiting for control plane',
    cause:
      facts.controlPlaneProblem ??
      'The control plane has the claim but has not started to provision it. Ask an operator to check Crossplane on the control plane.',
  });

const waitingForService = (facts: ClaimFacts) =>
  waitingState(facts, 'service', {
    text: 'Waiting for service',
    cause:
      'The control plane has created the managed resource, but its provider has not reported. Ask an operator to check the provider.',
  });

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

/** `early` while the failure is younger than `FAILURE_GRACE_PERIOD_MS`, `late` from then on. */
function withGracePeriod(
  facts: ClaimFacts,
  since: string | undefined,
  early: DerivedClaimState,
  late: DerivedClaimState,
): DerivedClaimState {
  const elapsed = elapsedMs(
    since ?? facts.object.metadata.creationTimestamp,
    facts.now,
  );
  return elapsed < FAILURE_GRACE_PERIOD_MS
    ? { ...early, recheckAfterMs: FAILURE_GRACE_PERIOD_MS - elapsed }
    : late;
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

/** The provider rejects the creation of the service. */
function creationRejected(
  facts: ClaimFacts,
  synced: KubeCondition,
  stateSuffix: string,
): DerivedClaimState {
  const base = { message: synced.message, hop: 'service' as const };
  return withGracePeriod(
    facts,
    synced.lastTransitionTime,
    { ...base, state: 'Creating', text: `Creating${stateSuffix}` },
    { ...base, state: 'Failed', text: 'Failed' },
  );
}

/** The provider rejects a change of an existing service. */
function updateRejected(
  facts: ClaimFacts,
  synced: KubeCondition,
): DerivedClaimState {
  const base = { message: synced.message, hop: 'service' as const };
  return withGracePeriod(
    facts,
    synced.lastTransitionTime,
    { ...base, state: 'Updating', text: 'Updating' },
    { ...base, state: 'Degraded', text: 'Degraded' },
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
        { state: 'Updating', text: 'Updating', hop: 'service' },
        {
          state: 'Degraded',
          text: 'Degraded',
          message: ready.message,
          hop: 'service',
        },
      )
    : withGracePeriod(
        facts,
        newest,
        { state: 'Creating', text: 'Creating', hop: 'service' },
        {
          message: ready.message,
          state: 'Waiting',
          text: 'Waiting for control plane',
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
    return { state: 'Updating', text: `Updating (${state})`, hop: 'service' };
  }
  if (managedReady && managedReady.status !== 'True') {
    return {
      state: 'Degraded',
      text: 'Degraded',
      message: managedReady.message ?? synced?.message ?? ready.message,
      hop: 'service',
    };
  }
  return synced?.status === 'False'
    ? updateRejected(facts, synced)
    : notReadyYet(facts, ready, provisionedAt);
}

function notReady(facts: ClaimFacts, ready: KubeCondition): DerivedClaimState {
  const managed = facts.object.status?.managed;
  const state = managedState(managed);
  const managedReady = findCondition(managed?.conditions, 'Ready');
  const synced = findCondition(managed?.conditions, 'Synced');
  const stateSuffix = state ? ` (${state})` : '';
  if (state === 'failed') {
    return {
      state: 'Failed',
      text: 'Failed',
      message:
        synced?.message ??
        managedReady?.message ??
        'The service failed without a reason. Ask an operator to check the provider.',
      hop: 'service',
    };
  }
  if (managed?.provisionedAt) {
    return provisionedButNotReady(facts, ready, managed.provisionedAt);
  }
  if (synced?.status === 'False')
    return creationRejected(facts, synced, stateSuffix);
  if (!state && !managedReady) return waitingForService(facts);
  return {
    state: 'Creating',
    text: `Creating${stateSuffix}`,
    ...(managedReady?.message && { message: managedReady.message }),
    hop: 'service',
  };
}

/** A failing condition of a service that is still usable: a plan's limit that is exceeded, a rejected change. */
function failingCondition(
  managed: ManagedStatus | undefined,
): KubeCondition | undefined {
  return managed?.conditions?.find(
    ({ type, status, message }) =>
      type !== 'Ready' && status === 'False' && message,
  );
}

/** A change that is being synchronized or applied, or that the provider rejects. */
function afterReady(facts: ClaimFacts): DerivedClaimState | undefined {
  const { providerCopy, object } = facts;
  const managed = object.status?.managed;
  const state = managedState(managed);
  if (
    typeof providerCopy === 'object' &&
    !covers(providerCopy.spec, object.spec)
  ) {
    return {
      state: 'Updating',
      text: 'Updating',
      hop: 'konnector',
      ...(facts.konnectorProblem && { message: facts.konnectorProblem }),
    };
  }
  if (isInProgress(state)) {
    return { state: 'Updating', text: `Updating (${state})`, hop: 'service' };
  }
  const failing = failingCondition(managed);
  if (failing?.type === 'Synced') return updateRejected(facts, failing);
  return failing
    ? {
        state: 'Degraded',
        text: 'Degraded',
        message: failing.message,
        hop: 'service',
      }
    : undefined;
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
