/** Where a claim stands, in words: from its object on the app cluster and the copy on the control plane; pure. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { finalizers } from '@klutch/bind-api';
import equal from 'fast-deep-equal';
import type { ClaimObject, KubeCondition, ManagedStatus } from './api';

/** The part of the way that a claim is at. */
export type HopId = Schemas['Hop']['id'];

/** What is known of one claim. */
export interface ClaimFacts {
  object: ClaimObject;
  /** The control plane's copy; `unknown` while the portal cannot see there. */
  copy: ClaimObject | 'absent' | 'unknown';
  /** Set while the app cluster cannot be reached: why, in words. */
  clusterProblem?: string;
  /** Set while the control plane cannot be reached: why, in words. */
  controlPlaneProblem?: string;
  /** Why the konnector may not do its work, in words. */
  konnectorProblem?: string;
  /** A service binding's instance is not on the app cluster. */
  instanceGone?: boolean;
  now: Date;
}

/** A state with its words. */
export interface ClaimStanding {
  state: Schemas['ClaimState'];
  text: string;
  /** What is wrong and what to do. */
  message?: string;
  /** Where it stands; `done` when there is nothing left to do. */
  at: HopId | 'done';
  /** Milliseconds after which the words change although nothing happens. */
  changesInMs?: number;
}

/** After this long, people are told the likely cause of a wait. */
const PATIENCE_MS = 60_000;
/** Crossplane and providers report conflicts and missing neighbours that end by themselves; what lasts longer is an error. */
const FIRST_FAILURE_MS = 20_000;

const find = (
  conditions: KubeCondition[] | null | undefined,
  type: string,
): KubeCondition | undefined =>
  conditions?.find(condition => condition.type === type);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `whole` says at least what `part` says. */
export function covers(whole: unknown, part: unknown): boolean {
  if (!isPlain(part) || !isPlain(whole)) return equal(whole, part);
  return Object.entries(part).every(([key, value]) =>
    covers(whole[key], value),
  );
}

/** The provider's own word for the state; backups say it in another field. */
const managedState = (managed: ManagedStatus | undefined) =>
  (managed?.state ?? managed?.status)?.toLocaleLowerCase('en-US');

const isAtWork = (state: string | undefined) =>
  state === 'deploying' || state === 'updating';

const elapsedMs = (since: string | undefined, now: Date) =>
  since ? now.getTime() - Date.parse(since) : 0;

function waiting(
  facts: ClaimFacts,
  at: 'konnector' | 'controlPlane' | 'service',
  words: { text: string; cause: string },
): ClaimStanding {
  const age = elapsedMs(facts.object.metadata.creationTimestamp, facts.now);
  const standing = { state: 'Waiting' as const, text: words.text, at };
  return age < PATIENCE_MS
    ? { ...standing, changesInMs: PATIENCE_MS - age }
    : { ...standing, message: words.cause };
}

const waitingForKonnector = (facts: ClaimFacts) =>
  waiting(facts, 'konnector', {
    text: 'Waiting for konnector',
    cause:
      facts.konnectorProblem ??
      facts.controlPlaneProblem ??
      'The konnector of this app cluster reports, but has not taken this up. Ask an operator to look at the binding of this API.',
  });

const waitingForControlPlane = (facts: ClaimFacts) =>
  waiting(facts, 'controlPlane', {
    text: 'Waiting for control plane',
    cause:
      facts.controlPlaneProblem ??
      'The control plane has the order but has not begun with it. Ask an operator to look at Crossplane there.',
  });

const waitingForService = (facts: ClaimFacts) =>
  waiting(facts, 'service', {
    text: 'Waiting for service',
    cause:
      'The control plane has passed the order on, but its provider has not answered. Ask an operator to look at the provider.',
  });

function deleting(facts: ClaimFacts): ClaimStanding {
  const standing = { state: 'Deleting' as const, text: 'Deleting' };
  const managed = facts.object.status?.managed;
  const refusal = find(managed?.conditions, 'Synced');
  if (facts.copy === 'absent') {
    return {
      ...standing,
      at: 'konnector',
      ...(facts.konnectorProblem && { message: facts.konnectorProblem }),
    };
  }
  return {
    ...standing,
    at: facts.copy === 'unknown' ? 'controlPlane' : 'service',
    ...(refusal?.status === 'False' && { message: refusal.message }),
  };
}

/** `early` while what is wrong began less than `FIRST_FAILURE_MS` ago, `late` from then on. */
function afterFirstFailure(
  facts: ClaimFacts,
  since: string | undefined,
  early: ClaimStanding,
  late: ClaimStanding,
): ClaimStanding {
  const lasted = elapsedMs(
    since ?? facts.object.metadata.creationTimestamp,
    facts.now,
  );
  return lasted < FIRST_FAILURE_MS
    ? { ...early, changesInMs: FIRST_FAILURE_MS - lasted }
    : late;
}

/** The control plane reports an error of its own with the claim. */
function notComposed(
  facts: ClaimFacts,
  synced: KubeCondition,
  ready: KubeCondition | undefined,
): ClaimStanding {
  const told = { message: synced.message, at: 'controlPlane' as const };
  return afterFirstFailure(
    facts,
    synced.lastTransitionTime,
    ready?.status === 'True'
      ? { ...told, state: 'Updating', text: 'Updating' }
      : { ...told, state: 'Waiting', text: 'Waiting for control plane' },
    { ...told, state: 'Failed', text: 'Failed' },
  );
}

/** The provider refuses what it has not made yet. */
function refused(
  facts: ClaimFacts,
  synced: KubeCondition,
  inBrackets: string,
): ClaimStanding {
  const told = { message: synced.message, at: 'service' as const };
  return afterFirstFailure(
    facts,
    synced.lastTransitionTime,
    { ...told, state: 'Creating', text: `Creating${inBrackets}` },
    { ...told, state: 'Failed', text: 'Failed' },
  );
}

/** The provider refuses a change of what it has made. */
function refusedChange(
  facts: ClaimFacts,
  synced: KubeCondition,
): ClaimStanding {
  const told = { message: synced.message, at: 'service' as const };
  return afterFirstFailure(
    facts,
    synced.lastTransitionTime,
    { ...told, state: 'Updating', text: 'Updating' },
    { ...told, state: 'Degraded', text: 'Degraded' },
  );
}

/** The provider has made the service, and nothing that it says is wrong: the claim's `Ready` follows a moment later. */
function notReadyYet(
  facts: ClaimFacts,
  ready: KubeCondition,
  provisionedAt: string,
): ClaimStanding {
  const own = find(facts.object.status?.managed?.conditions, 'Ready');
  const times = [
    provisionedAt,
    own?.lastTransitionTime,
    ready.lastTransitionTime,
  ].flatMap(time => time ?? []);
  const newest = times.reduce((a, b) =>
    Date.parse(a) < Date.parse(b) ? b : a,
  );
  const wasReady =
    Date.parse(ready.lastTransitionTime ?? '') > Date.parse(provisionedAt);
  return wasReady
    ? afterFirstFailure(
        facts,
        newest,
        { state: 'Updating', text: 'Updating', at: 'service' },
        {
          state: 'Degraded',
          text: 'Degraded',
          message: ready.message,
          at: 'service',
        },
      )
    : afterFirstFailure(
        facts,
        newest,
        { state: 'Creating', text: 'Creating', at: 'service' },
        {
          message: ready.message,
          state: 'Waiting',
          text: 'Waiting for control plane',
          at: 'controlPlane',
        },
      );
}

/** A service that was made and is not ready: at work, broken, refused or about to be ready. */
function madeButNotReady(
  facts: ClaimFacts,
  ready: KubeCondition,
  provisionedAt: string,
): ClaimStanding {
  const managed = facts.object.status?.managed;
  const state = managedState(managed);
  const own = find(managed?.conditions, 'Ready');
  const synced = find(managed?.conditions, 'Synced');
  if (isAtWork(state)) {
    return { state: 'Updating', text: `Updating (${state})`, at: 'service' };
  }
  if (own && own.status !== 'True') {
    return {
      state: 'Degraded',
      text: 'Degraded',
      message: own.message ?? synced?.message ?? ready.message,
      at: 'service',
    };
  }
  return synced?.status === 'False'
    ? refusedChange(facts, synced)
    : notReadyYet(facts, ready, provisionedAt);
}

function notReady(facts: ClaimFacts, ready: KubeCondition): ClaimStanding {
  const managed = facts.object.status?.managed;
  const state = managedState(managed);
  const own = find(managed?.conditions, 'Ready');
  const synced = find(managed?.conditions, 'Synced');
  const inBrackets = state ? ` (${state})` : '';
  if (state === 'failed') {
    return {
      state: 'Failed',
      text: 'Failed',
      message:
        synced?.message ??
        own?.message ??
        'The service behind it failed and gives no reason. Ask an operator to look at the provider.',
      at: 'service',
    };
  }
  if (managed?.provisionedAt) {
    return madeButNotReady(facts, ready, managed.provisionedAt);
  }
  if (synced?.status === 'False') return refused(facts, synced, inBrackets);
  if (!state && !own) return waitingForService(facts);
  return {
    state: 'Creating',
    text: `Creating${inBrackets}`,
    ...(own?.message && { message: own.message }),
    at: 'service',
  };
}

/** What the provider says is wrong although the service can be used: a plan's limit that is passed, a refused change. */
function complaint(
  managed: ManagedStatus | undefined,
): KubeCondition | undefined {
  return managed?.conditions?.find(
    ({ type, status, message }) =>
      type !== 'Ready' && status === 'False' && message,
  );
}

/** A change that is on its way, or that the provider is at work on, or refuses. */
function afterReady(facts: ClaimFacts): ClaimStanding | undefined {
  const { copy, object } = facts;
  const managed = object.status?.managed;
  const state = managedState(managed);
  if (typeof copy === 'object' && !covers(copy.spec, object.spec)) {
    return {
      state: 'Updating',
      text: 'Updating',
      at: 'konnector',
      ...(facts.konnectorProblem && { message: facts.konnectorProblem }),
    };
  }
  if (isAtWork(state)) {
    return { state: 'Updating', text: `Updating (${state})`, at: 'service' };
  }
  const wrong = complaint(managed);
  if (wrong?.type === 'Synced') return refusedChange(facts, wrong);
  return wrong
    ? {
        state: 'Degraded',
        text: 'Degraded',
        message: wrong.message,
        at: 'service',
      }
    : undefined;
}

/** A service binding that was made for an instance which is gone; a new one may only wait for its instance. */
function orphaned({
  object,
  instanceGone,
}: ClaimFacts): ClaimStanding | undefined {
  const { conditions, managed } = object.status ?? {};
  const wasMade =
    find(conditions, 'Ready')?.status === 'True' ||
    managedState(managed) === 'created';
  return instanceGone && wasMade
    ? {
        state: 'Failed',
        text: 'Instance gone',
        message: `The service instance ${object.spec?.instanceRef ?? ''} was deleted with its data, so these credentials open nothing any more. Delete this service binding.`,
        at: 'service',
      }
    : undefined;
}

/** Where a claim stands. */
export function claimStanding(facts: ClaimFacts): ClaimStanding {
  const { object, copy, clusterProblem } = facts;
  if (clusterProblem) {
    return {
      state: 'Unknown',
      text: 'Unknown',
      message: clusterProblem,
      at: 'appCluster',
    };
  }
  if (object.metadata.deletionTimestamp) return deleting(facts);
  const orphan = orphaned(facts);
  if (orphan) return orphan;
  const synced = find(object.status?.conditions, 'Synced');
  const ready = find(object.status?.conditions, 'Ready');
  if (!synced && !ready) {
    const taken =
      copy === 'unknown'
        ? object.metadata.finalizers?.includes(finalizers.syncer)
        : copy !== 'absent';
    return taken ? waitingForControlPlane(facts) : waitingForKonnector(facts);
  }
  if (synced?.status === 'False') return notComposed(facts, synced, ready);
  if (ready?.status === 'True') {
    return afterReady(facts) ?? { state: 'Ready', text: 'Ready', at: 'done' };
  }
  return ready ? notReady(facts, ready) : waitingForControlPlane(facts);
}
