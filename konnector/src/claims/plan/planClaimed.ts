/** What has to happen to a claimed object and its copy: one write at a time. Pure. */
import type { ClaimOwner } from '@klutch/bind-api';
import { isToKeep } from '../../deletion/planDeletion';
import { annotations } from '../../markers';
import {
  claimsOn,
  nothing,
  objectOf,
  otherSide,
  type ClaimFacts,
  type ClaimStep,
} from './claimFacts';
import { coversPlace, mayContinue, mayStart } from './claimSelection';
import { changesHands, handOver, hasChangedHands } from './handOver';
import { keepInStep } from './keepInStep';
import {
  consumerRole,
  isFullyMarkedCopy,
  ownerOfPair,
  type PairOwner,
} from './owner';
import { didSelect } from './selectionNote';
import { isPlatformObject } from '../platformObjects';

/** The original is gone; what becomes of the copy? */
function afterTheOriginal(facts: ClaimFacts, side: ClaimOwner): ClaimStep {
  const owner = otherSide(side);
  const { deletedHere, place, claimant } = facts;
  const copy = objectOf(facts, side);
  const claims = facts.claims.filter(
    claim => mayContinue(claim, owner) && coversPlace(claim, place.Consumer),
  );
  if (!copy || claims.length === 0) return nothing;
  if (side === 'Consumer') {
    // It does not say which control plane it came from, so its original may be on another one.
    if (!isFullyMarkedCopy(copy, claimant.pins))
      return { step: 'orphan-on-app-cluster' };
    return claims.some(claim => didSelect(claim, copy))
      ? { step: 'delete', side }
      : nothing;
  }
  const made = copy.metadata.annotations?.[annotations.consumerUid];
  const isMeant =
    deletedHere !== undefined &&
    (made ?? deletedHere.metadata.uid) === deletedHere.metadata.uid &&
    !isToKeep(deletedHere) &&
    claims.some(claim => didSelect(claim, copy, deletedHere));
  return isMeant ? { step: 'delete', side } : { step: 'orphan' };
}

function contest(facts: ClaimFacts, why: string): ClaimStep {
  const providers = claimsOn(facts, 'Provider').filter(claim =>
    mayContinue(claim, 'Provider'),
  );
  const consumers = claimsOn(facts, 'Consumer').filter(claim =>
    mayStart(claim, 'Consumer'),
  );
  const replaces =
    providers.some(({ create }) => create?.replaceExisting) &&
    consumerRole(facts.consumer, facts.claimant.pins) !== 'foreign';
  const ours = ownerOfPair(facts.provider, undefined, facts.claimant);
  if (replaces && (ours.owner === 'Provider' || ours.owner === 'unsaid')) {
    return keepInStep(facts, 'Provider', providers);
  }
  return providers.length + consumers.length > 0
    ? { step: 'conflict', why }
    : nothing;
}

/** The pair has an owner, or could have one. */
function owned(
  facts: ClaimFacts,
  pair: Extract<PairOwner, { owner: ClaimOwner | 'unsaid' }>,
): ClaimStep {
  const owner = pair.owner === 'unsaid' ? pair.side : pair.owner;
  const selecting = claimsOn(facts, owner);
  const heir = otherSide(owner);
  if (changesHands(facts, owner, selecting)) {
    return handOver(facts, heir, selecting);
  }
  const alone = objectOf(facts, heir) === undefined;
  const claims = selecting.filter(claim => mayContinue(claim, owner));
  const started =
    !alone ||
    hasChangedHands(facts, owner) ||
    claims.some(claim => mayStart(claim, owner));
  if (claims.length === 0 || !started) return nothing;
  const stays = claims.every(
    ({ onConflict }) => onConflict?.recreateWhenConsumerSideDeleted === false,
  );
  const { deletedHere, claimant } = facts;
  // The team may have removed an object of its own that was in conflict with this one, as it was told to.
  const copyWasDeleted =
    deletedHere !== undefined &&
    isFullyMarkedCopy(deletedHere, claimant.pins) &&
    !isToKeep(deletedHere);
  if (owner === 'Provider' && alone && stays && copyWasDeleted) {
    return { step: 'delete', side: 'Provider' };
  }
  return keepInStep(facts, owner, claims);
}

/** Decides the next write for one pair. */
export function planClaimed(facts: ClaimFacts): ClaimStep {
  const { provider, consumer, claimant } = facts;
  const both = [provider, consumer].filter(object => object !== undefined);
  if (facts.reserved || both.some(isPlatformObject)) return nothing;
  if (both.some(({ metadata }) => metadata.deletionTimestamp)) return nothing;

  const pair = ownerOfPair(provider, consumer, claimant);
  switch (pair.owner) {
    case 'nobody':
      return nothing;
    case 'left':
      return afterTheOriginal(facts, pair.side);
    case 'contested':
      return contest(facts, pair.why);
    default:
      return owned(facts, pair);
  }
}
