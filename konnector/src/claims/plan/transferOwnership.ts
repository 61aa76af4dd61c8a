/** Objects that change hands: `autoAdopt` and `autoDonate`. Pure. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { annotations, carriedKeysOf, labels } from '../../markers';
import type { Claimant } from '../../ownership/ownership';
import { contentOf, newObject, type Target } from './claimedContent';
import {
  matching,
  nothing,
  objectOf,
  otherSide,
  patchOr,
  type ClaimFacts,
  type ClaimStep,
} from './claimFacts';
import { rulesFor, selectingLabels } from './claimSelection';

/** An object that a claim let change hands before is the claim's still, when its copy is gone for a while. */
export const wasTransferred = (facts: ClaimFacts, owner: ClaimOwner) =>
  objectOf(facts, owner)?.metadata.annotations?.[
    owner === 'Consumer' ? annotations.adoptedFrom : annotations.consumerUid
  ] !== undefined;

/** Whether the claims on an object want it to be the other side's, and it is not yet. */
export function shouldTransfer(
  facts: ClaimFacts,
  owner: ClaimOwner,
  claims: readonly PermissionClaim[],
): boolean {
  const adopts = claims.some(({ autoAdopt }) => autoAdopt);
  const donates = claims.some(({ autoDonate }) => autoDonate);
  // Two claims that say the opposite: it stays whose it is.
  if (adopts === donates || wasTransferred(facts, owner)) return false;
  return owner === 'Consumer' ? adopts : donates;
}

/** What an object carries that has become its owner's: where it came from. */
const originalMarks = (
  owner: ClaimOwner,
  { pins, marks }: Claimant,
  source: KubeObject,
): Target['marks'] =>
  owner === 'Provider'
    ? {
        labels: {},
        annotations: {
          ...marks.annotations,
          [annotations.resourceOwner]: 'Provider',
          [annotations.consumerCluster]: pins.consumerCluster,
          [annotations.consumerUid]: source.metadata.uid ?? '',
        },
      }
    : {
        labels: { [labels.resourceOwner]: null },
        annotations: {
          [annotations.resourceOwner]: 'Consumer',
          [annotations.adoptedFrom]: source.metadata.uid ?? '',
        },
      };

/** First the new original, which knows where it came from; the next step makes the old one its copy. */
export function transferOwnership(
  facts: ClaimFacts,
  newOwner: ClaimOwner,
  claims: readonly PermissionClaim[],
): ClaimStep {
  const source = objectOf(facts, otherSide(newOwner));
  const present = objectOf(facts, newOwner);
  if (!source) return nothing;
  const original = originalMarks(newOwner, facts.claimant, source);
  // Without the labels by which they select it the new original would be none of theirs.
  const carriedBy = carriedKeysOf(facts.claimant.pins);
  const ownLabels = selectingLabels(
    source,
    claims.filter(({ autoAdopt, autoDonate }) => autoAdopt || autoDonate),
  );
  const marks = { ...original, labels: { ...ownLabels, ...original.labels } };
  if (present) {
    return patchOr(
      nothing,
      newOwner,
      present,
      {
        marks,
        carried: { labels: {}, annotations: {} },
        carriedBy,
      },
      facts.storedHashes,
    );
  }
  const { toCopy } = rulesFor(otherSide(newOwner), claims);
  const carried = matching(source, toCopy);
  // What is carried goes again when the rules of the other direction do not carry it.
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
