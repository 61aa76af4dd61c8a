/** States of a claim whose message or severity depends on how long they last. Pure functions. */
import type { KubeCondition } from '../claimApis/claimResource';
import type { ClaimFacts, DerivedClaimState } from './ClaimFacts';

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
  texts: { text: string; cause: string },
): DerivedClaimState {
  const age = elapsedMs(facts.object.metadata.creationTimestamp, facts.now);
  const derivedState = { state: 'Waiting' as const, text: texts.text, hop };
  return age < PROGRESS_DEADLINE_MS
    ? { ...derivedState, recheckAfterMs: PROGRESS_DEADLINE_MS - age }
    : { ...derivedState, message: texts.cause };
}

export const waitingForKonnector = (facts: ClaimFacts) =>
  waitingState(facts, 'konnector', {
    text: 'Waiting for konnector',
    cause:
      facts.konnectorProblem ??
      facts.controlPlaneProblem ??
      'The konnector of this app cluster is running, but has not picked this claim up. Ask an operator to check the binding of this API.',
  });

export const waitingForControlPlane = (facts: ClaimFacts) =>
  waitingState(facts, 'controlPlane', {
    text: 'Waiting for control plane',
    cause:
      facts.controlPlaneProblem ??
      'The control plane has the claim but has not started to provision it. Ask an operator to check Crossplane on the control plane.',
  });

export const waitingForService = (facts: ClaimFacts) =>
  waitingState(facts, 'service', {
    text: 'Waiting for service',
    cause:
      'The control plane has created the managed resource, but its provider has not reported. Ask an operator to check the provider.',
  });

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
    { ...base, state: 'Updating', text: 'Updating' },
    { ...base, state: 'Degraded', text: 'Degraded' },
  );
}
