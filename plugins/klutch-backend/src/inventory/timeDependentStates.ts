/** States of a claim whose message or severity depends on how long they last. Pure functions. */
import {
  explain,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import type { KubeCondition } from '../claimApis/claimResource';
import type { ClaimFacts, DerivedClaimState, StateReason } from './ClaimFacts';

/** After this time the message names the likely cause of the wait. */
const PROGRESS_DEADLINE_MS = 60_000;
/**
 * Crossplane and providers report conflicts and missing dependencies that resolve by themselves; only longer lasting
 * failures are shown as errors.
 */
const FAILURE_GRACE_PERIOD_MS = 20_000;

const elapsedMs = (since: string | undefined, now: Date) =>
  since ? now.getTime() - Date.parse(since) : 0;

function waitingState(
  facts: ClaimFacts,
  hop: 'konnector' | 'controlPlane' | 'service',
  stateReason: StateReason,
  cause: Explanation,
): DerivedClaimState {
  const age = elapsedMs(facts.object.metadata.creationTimestamp, facts.now);
  const derivedState = { state: 'Waiting' as const, stateReason, hop };
  return age < PROGRESS_DEADLINE_MS
    ? { ...derivedState, recheckAfterMs: PROGRESS_DEADLINE_MS - age }
    : { ...derivedState, ...cause };
}

export const waitingForKonnector = (facts: ClaimFacts) =>
  waitingState(
    facts,
    'konnector',
    'WaitingForKonnector',
    facts.konnectorProblem ??
      facts.controlPlaneProblem ??
      explain('KonnectorIdle'),
  );

export const waitingForControlPlane = (facts: ClaimFacts) =>
  waitingState(
    facts,
    'controlPlane',
    'WaitingForControlPlane',
    facts.controlPlaneProblem ?? explain('CrossplaneIdle'),
  );

export const waitingForService = (facts: ClaimFacts) =>
  waitingState(facts, 'service', 'WaitingForService', explain('ProviderIdle'));

/** `early` while the failure is younger than `FAILURE_GRACE_PERIOD_MS`, `late` from then on. */
export function withGracePeriod(
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

/** The provider rejects a change of an existing service. */
export function updateRejected(
  facts: ClaimFacts,
  synced: KubeCondition,
): DerivedClaimState {
  const base = { message: synced.message, hop: 'service' as const };
  return withGracePeriod(
    facts,
    synced.lastTransitionTime,
    { ...base, state: 'Updating' },
    { ...base, state: 'Degraded' },
  );
}
