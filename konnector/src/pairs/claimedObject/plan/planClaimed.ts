/** Plans the next write for a claimed object and its copy. Pure. */
import type { ClaimOwner } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { keepsCopy } from '../../../deletion/planDeletion';
import { annotations } from '../../../markers';
import type { EffectiveClaim } from '../EffectiveClaims';
import {
  claimsSelecting,
  nothing,
  objectOf,
  otherSide,
  type ClaimFacts,
  type ClaimStep,
} from './claimFacts';
import { matchesKey, syncsOwner, selectsOwner } from './claimSelection';
import {
  shouldTransfer,
  transferOwnership,
  wasTransferred,
} from './transferOwnership';
import { planClaimedCopy } from './planClaimedCopy';
import {
  consumerRole,
  isFullyMarkedCopy,
  ownerOfPair,
  type PairOwner,
} from './owner';
import { didSelect } from './selectionAnnotation';
import { isPlatformObject } from './platformObjects';

/** Plans what happens to a copy whose original is gone. */
function planOrphanedCopy(facts: ClaimFacts, side: ClaimOwner): ClaimStep {
  const owner = otherSide(side);
  const { deletedConsumer, keys, claimant } = facts;
  const copy = objectOf(facts, side);
  const claims = facts.claims.filter(
    claim => syncsOwner(claim, owner) && matchesKey(claim, keys.Consumer),
  );
  if (!copy || claims.length === 0) return nothing;
  if (side === 'Consumer') {
    // The copy has no mark of its control plane, so the original may be on another control plane.
    if (!isFullyMarkedCopy(copy, claimant.pins))
      return { step: 'orphan-on-app-cluster' };
    return claims.some(claim => didSelect(claim, copy))
      ? { step: 'delete', side }
      : nothing;
  }
  const originalUid = copy.metadata.annotations?.[annotations.consumerUid];
  const isConfirmed =
    deletedConsumer !== undefined &&
    (originalUid ?? deletedConsumer.metadata.uid) ===
      deletedConsumer.metadata.uid &&
    !keepsCopy(deletedConsumer) &&
    claims.some(claim => didSelect(claim, copy, deletedConsumer));
  return isConfirmed ? { step: 'delete', side } : { step: 'orphan' };
}

function planConflict(facts: ClaimFacts, why: string): ClaimStep {
  const providers = claimsSelecting(facts, 'Provider').filter(claim =>
    syncsOwner(claim, 'Provider'),
  );
  const consumers = claimsSelecting(facts, 'Consumer').filter(claim =>
    selectsOwner(claim, 'Consumer'),
  );
  const replaces =
    providers.some(({ create }) => create?.replaceExisting) &&
    consumerRole(facts.consumer, facts.claimant.pins) !== 'foreign';
  const ours = ownerOfPair(facts.provider, undefined, facts.claimant);
  if (replaces && (ours.owner === 'Provider' || ours.owner === 'undeclared')) {
    return planClaimedCopy(facts, 'Provider', providers);
  }
  return providers.length + consumers.length > 0
    ? { step: 'conflict', why }
    : nothing;
}

/** Plans a pair that has an owner, or can get one. */
function planOwned(
  facts: ClaimFacts,
  pair: Extract<PairOwner, { owner: ClaimOwner | 'undeclared' }>,
): ClaimStep {
  const owner = pair.owner === 'undeclared' ? pair.side : pair.owner;
  const selecting = claimsSelecting(facts, owner);
  const copySide = otherSide(owner);
  if (shouldTransfer(facts, owner, selecting)) {
    return transferOwnership(facts, copySide, selecting);
  }
  const copyMissing = objectOf(facts, copySide) === undefined;
  const claims = selecting.filter(claim => syncsOwner(claim, owner));
  const isEstablished =
    !copyMissing ||
    wasTransferred(facts, owner) ||
    claims.some(claim => selectsOwner(claim, owner));
  if (claims.length === 0 || !isEstablished) return nothing;
  const neverRecreate = claims.every(
    ({ onConflict }) => onConflict?.recreateWhenConsumerSideDeleted === false,
  );
  const { deletedConsumer, claimant } = facts;
  // The deleted object may be a user's own, removed as the message of a name conflict advises.
  const copyWasDeleted =
    deletedConsumer !== undefined &&
    isFullyMarkedCopy(deletedConsumer, claimant.pins) &&
    !keepsCopy(deletedConsumer);
  if (owner === 'Provider' && copyMissing && neverRecreate && copyWasDeleted) {
    return { step: 'delete', side: 'Provider' };
  }
  return planClaimedCopy(facts, owner, claims);
}

/** Decides the next write for one pair, when the bindings of all claims act on them. */
export function planClaimed(facts: ClaimFacts): ClaimStep {
  const { provider, consumer, claimant } = facts;
  const both = [provider, consumer].filter(object => object !== undefined);
  if (both.some(isPlatformObject)) return nothing;
  if (both.some(({ metadata }) => metadata.deletionTimestamp)) return nothing;

  const pair = ownerOfPair(provider, consumer, claimant);
  switch (pair.owner) {
    case 'none':
      return nothing;
    case 'orphaned':
      return planOrphanedCopy(facts, pair.side);
    case 'conflict':
      return planConflict(facts, pair.why);
    default:
      return planOwned(facts, pair);
  }
}

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
