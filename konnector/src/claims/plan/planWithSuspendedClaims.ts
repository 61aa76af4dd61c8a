/** The next write for a pair, where some of its claims belong to bindings that do not act now. Pure. */
import type { Unstructured } from '@klutch/kube';
import { annotations } from '../../markers';
import type { EffectiveClaim } from '../EffectiveClaims';
import { nothing, type ClaimFacts, type ClaimStep } from './claimFacts';
import { planClaimed } from './planClaimed';

const writtenBy = (step: ClaimStep): Partial<Unstructured> => {
  if (step.step === 'patch') return step.patch;
  return 'object' in step ? step.object : {};
};

/** Whether two writes do the same to the same object, and make it the same side's. */
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
 * Only those that act have something done, and the rules of all say how: what is overwritten by fewer rules than there are
 * does not come back with the rules. Where all together would do something else, nothing is done.
 */
export function planWithSuspendedClaims(
  facts: Omit<ClaimFacts, 'claims'> & { claims: readonly EffectiveClaim[] },
): ClaimStep {
  const claims = facts.claims.filter(({ suspended }) => !suspended);
  // Else what a copy says of all of them would be undone by those, and the other way round.
  const step = planClaimed({ ...facts, claims, recordedClaims: facts.claims });
  const changes = step.step !== 'nothing' && step.step !== 'conflict';
  if (!changes || claims.length === facts.claims.length) return step;
  const stepWithAll = planClaimed(facts);
  return isSameWrite(step, stepWithAll) ? stepWithAll : nothing;
}
