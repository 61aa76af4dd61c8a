/** Derives the state of a claim that is ready. Pure functions. */
import equal from 'fast-deep-equal';
import type { KubeCondition, ManagedStatus } from '../claimApis/claimResource';
import type { ClaimFacts, DerivedClaimState } from './ClaimFacts';
import { isInProgress, managedState } from './managedStatus';
import { updateRejected } from './timeDependentStates';

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `whole` contains every value of `part`. */
export function covers(whole: unknown, part: unknown): boolean {
  if (!isPlainObject(part) || !isPlainObject(whole)) return equal(whole, part);
  return Object.entries(part).every(([key, value]) =>
    covers(whole[key], value),
  );
}

/** Conditions whose `False` is no failure: `Ready` is read by itself, and a8s backups report whether they run. */
const neutralConditions: readonly string[] = ['Ready', 'InProgress'];

/** A failing condition of a service that is still usable: a plan's limit that is exceeded, a rejected change. */
function failingCondition(
  managed: ManagedStatus | undefined,
): KubeCondition | undefined {
  return managed?.conditions?.find(
    ({ type, status, message }) =>
      !neutralConditions.includes(type) && status === 'False' && message,
  );
}

/** A change that is being synchronized or applied, or that the provider rejects. */
export function afterReady(facts: ClaimFacts): DerivedClaimState | undefined {
  const { providerCopy, object } = facts;
  const managed = object.status?.managed;
  const state = managedState(managed);
  if (
    typeof providerCopy === 'object' &&
    !covers(providerCopy.spec, object.spec)
  ) {
    return {
      state: 'Updating',
      hop: 'konnector',
      ...facts.konnectorProblem,
    };
  }
  if (isInProgress(state)) {
    return { state: 'Updating', providerState: state, hop: 'service' };
  }
  const failing = failingCondition(managed);
  if (failing?.type === 'Synced') return updateRejected(facts, failing);
  return failing
    ? {
        state: 'Degraded',
        message: failing.message,
        hop: 'service',
      }
    : undefined;
}
