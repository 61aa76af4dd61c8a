/** Plans the next write for a pair when some of its claims belong to suspended bindings. Pure. */
import type { Unstructured } from '@klutch/kube';
import { annotations } from '../../../markers';
import type { EffectiveClaim } from '../EffectiveClaims';
import { nothing, type ClaimFacts, type ClaimStep } from './claimFacts';
import { planClaimed } from './planClaimed';

const writtenBy = (step: ClaimStep): Partial<Unstructured> => {
  if (step.step === 'patch') return step.patch;
  return 'object' in step ? step.object : {};
};

/** Whether two steps are the same operation on the same object with the same resulting owner. */
const isSameWrite = (one: ClaimStep, other: ClaimStep) => {
  const sideOf = (step: ClaimStep) => ('side' in step ? step.side : undefined);
  const ownerIn = (step: ClaimStep) =>
    writtenBy(step).metadata?.annotations?.[annotations.resourceOwner];
  return (
    one.step === other.step &&
    sideOf(one) === sideOf(other) &&
    ownerIn(one) === ownerIn(other)
  );
};

/**
 * Only claims of acting bindings cause a write, but the rules of all claims shape the write, because content
 * overwritten with fewer rules would be lost. When all claims together would plan a different step, nothing is written.
 */
export function planWithSuspendedClaims(
  facts: Omit<ClaimFacts, 'claims'> & { claims: readonly EffectiveClaim[] },
): ClaimStep {
  const claims = facts.claims.filter(({ suspended }) => !suspended);
  // `recordedClaims` keeps the `selected-by` annotation independent of which claims are suspended; otherwise two
  // plans would revert each other's annotation.
  const step = planClaimed({ ...facts, claims, recordedClaims: facts.claims });
  const changes = step.step !== 'nothing' && step.step !== 'conflict';
  if (!changes || claims.length === facts.claims.length) return step;
  const stepWithAll = planClaimed(facts);
  return isSameWrite(step, stepWithAll) ? stepWithAll : nothing;
}
