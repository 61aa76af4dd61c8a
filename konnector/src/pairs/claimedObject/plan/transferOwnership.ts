/** Ownership transfers: `autoAdopt` and `autoDonate`. Pure. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { annotations, carriedKeysOf, labels } from '../../../markers';
import type { Claimant } from '../../../ownership/ownership';
import { contentOf, newObject, type DesiredObject } from './claimedContent';
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

/** Marks of a transferred object, which record its source. */
const originalMarks = (
  owner: ClaimOwner,
  { pins, marks }: Claimant,
  source: KubeObject,
): DesiredObject['marks'] =>
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

/** Writes the new original with a record of its source first; the next step turns the old original into its copy. */
export function transferOwnership(
  facts: ClaimFacts,
  newOwner: ClaimOwner,
  claims: readonly PermissionClaim[],
): ClaimStep {
  const source = objectOf(facts, otherSide(newOwner));
  const present = objectOf(facts, newOwner);
  if (!source) return nothing;
  const original = originalMarks(newOwner, facts.claimant, source);
  // Without the labels by which the claims select the object, the new original would not be selected.
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
