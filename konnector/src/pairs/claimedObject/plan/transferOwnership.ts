/** Ownership transfers: `autoAdopt` and `autoDonate`. Pure. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import { annotations, carriedKeysOf } from '../../../markers';
import { contentOf, newObject } from './claimedContent';
import {
  matching,
  nothing,
  objectOf,
  otherSide,
  patchOf,
  type ClaimFacts,
  type ClaimStep,
} from './claimFacts';
import { rulesFor, selectingLabels } from './claimSelection';
import { marksOfTransferred } from './marks';

/** A transferred object stays covered by its claim while its copy is temporarily missing. */
export const wasTransferred = (facts: ClaimFacts, owner: ClaimOwner) =>
  objectOf(facts, owner)?.metadata.annotations?.[
    owner === 'Consumer' ? annotations.adoptedFrom : annotations.consumerUid
  ] !== undefined;

/** Whether the claims request an ownership transfer that has not happened yet. */
export function shouldTransfer(
  facts: ClaimFacts,
  owner: ClaimOwner,
  claims: readonly PermissionClaim[],
): boolean {
  const adopts = claims.some(({ autoAdopt }) => autoAdopt);
  const donates = claims.some(({ autoDonate }) => autoDonate);
  // Contradicting claims leave the owner as it is.
  if (adopts === donates || wasTransferred(facts, owner)) return false;
  return owner === 'Consumer' ? adopts : donates;
}

/** Writes the new original with a record of its source first; the next step turns the old original into its copy. */
export function transferOwnership(
  facts: ClaimFacts,
  newOwner: ClaimOwner,
  claims: readonly PermissionClaim[],
): ClaimStep {
  const source = objectOf(facts, otherSide(newOwner));
  if (!source) return nothing;
  const original = marksOfTransferred(newOwner, facts.claimant, source);
  // Without the labels by which the claims select the object, the new original would not be selected.
  const carriedBy = carriedKeysOf(facts.claimant.pins);
  const ownLabels = selectingLabels(
    source,
    claims.filter(({ autoAdopt, autoDonate }) => autoAdopt || autoDonate),
  );
  const marks = { ...original, labels: { ...ownLabels, ...original.labels } };
  if (objectOf(facts, newOwner)) {
    const carried = { labels: {}, annotations: {} };
    const target = { marks, carried, carriedBy };
    return patchOf(facts, newOwner, target) ?? nothing;
  }
  const { toCopy } = rulesFor(otherSide(newOwner), claims);
  const carried = matching(source, toCopy);
  // Propagated labels would be removed again when the rules of the opposite direction do not propagate them.
  for (const key of Object.keys(ownLabels)) delete carried.labels[key];
  return {
    step: 'create',
    side: newOwner,
    object: newObject(source, facts.keys[newOwner], {
      content: contentOf(source),
      marks,
      carried,
      carriedBy,
    }),
  };
}
