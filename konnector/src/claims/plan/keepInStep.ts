/** A pair with an owner: brings the copy to what the original says, and carries back what the other side has the say in. Pure. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject, Unstructured } from '@klutch/kube';
import { annotations, carriedKeysOf, labels } from '../../markers';
import type { Claimant } from '../../ownership/ownership';
import {
  contentChange,
  contentOf,
  newObject,
  storesWhatItIsGiven,
  type Target,
  wasWritten,
} from './claimedContent';
import {
  claimsOn,
  matching,
  nothing,
  objectOf,
  otherSide,
  patchOr,
  type ClaimFacts,
  type ClaimStep,
} from './claimFacts';
import { mayContinue, rulesFor, type ClaimRules } from './claimSelection';
import { hashOf } from '../../json/projection';
import { valueAt, withValueAt } from './jsonPaths';
import { matchesAny } from './keyPatterns';
import { selectionNote } from './selectionNote';

/** The original's content, but for what the other side has the say in: that is the copy's. */
const contentOfBoth = (
  original: Unstructured,
  copy: Unstructured | undefined,
  { otherSidesPaths }: ClaimRules,
) =>
  copy
    ? otherSidesPaths.reduce(
        (content, path) => withValueAt(content, path, valueAt(copy, path)),
        contentOf(original),
      )
    : contentOf(original);

function targetOfOriginal(
  original: Unstructured,
  copy: Unstructured,
  rules: ClaimRules,
  { owner, carriedBy }: { owner: ClaimOwner; carriedBy: string },
): Target {
  const { otherSidesPaths, pathsGoToOwner, toOwner } = rules;
  const content =
    pathsGoToOwner && otherSidesPaths.length > 0
      ? contentOfBoth(original, copy, rules)
      : undefined;
  const marks: Target['marks'] = {
    labels: owner === 'Consumer' ? { [labels.resourceOwner]: null } : {},
    annotations: {
      [annotations.resourceOwner]: owner,
      [annotations.selectedBy]: null,
    },
  };
  return {
    content,
    marks,
    carried: matching(copy, toOwner),
    carriedBy,
    isShared: owner === 'Consumer',
  };
}

/** A key that the other side has the say in comes with the copy's making; from then on the copy's value counts. */
function carriedToCopy(
  original: Unstructured,
  copy: Unstructured | undefined,
  { toCopy, toOwner }: ClaimRules,
) {
  const all = matching(original, toCopy);
  if (!copy) return all;
  const own = matching(copy, toOwner);
  const merge = (kind: 'labels' | 'annotations') =>
    Object.fromEntries(
      Object.entries(all[kind])
        .filter(([key]) => key in own[kind] || !matchesAny(toOwner[kind], key))
        .map(([key, value]) => [key, own[kind][key] ?? value]),
    );
  return { labels: merge('labels'), annotations: merge('annotations') };
}

/** What the copy of an owner's object carries. */
const copyMarks = (
  owner: ClaimOwner,
  { pins, marks }: Claimant,
  original: KubeObject,
  selectedBy: string | null,
): Target['marks'] =>
  owner === 'Provider'
    ? {
        labels: { [labels.resourceOwner]: 'Provider' },
        annotations: {
          [annotations.resourceOwner]: 'Provider',
          [annotations.providerNamespaceUid]: pins.providerNamespaceUid,
          [annotations.adoptedFrom]: null,
          [annotations.selectedBy]: selectedBy,
        },
      }
    : {
        labels: {},
        ownerReferences: marks.ownerReferences,
        annotations: {
          ...marks.annotations,
          [annotations.bound]: 'true',
          [annotations.resourceOwner]: 'Consumer',
          [annotations.consumerCluster]: pins.consumerCluster,
          [annotations.consumerUid]: original.metadata.uid ?? '',
          [annotations.selectedBy]: selectedBy,
        },
      };

/** First the copy, then the original: its mark, and what comes back. */
export function keepInStep(
  facts: ClaimFacts,
  owner: ClaimOwner,
  claims: readonly PermissionClaim[],
): ClaimStep {
  const original = objectOf(facts, owner);
  const side = otherSide(owner);
  const copy = objectOf(facts, side);
  if (!original) return nothing;
  const rules = rulesFor(owner, claims);
  const content = contentOfBoth(original, copy, rules);
  const noted = facts.noted
    ? claimsOn({ ...facts, claims: facts.noted }, owner).filter(claim =>
        mayContinue(claim, owner),
      )
    : claims;
  const selectedBy = selectionNote(original, noted);
  const carriedBy = carriedKeysOf(facts.claimant.pins);
  const target = {
    content,
    carriedBy,
    marks: copyMarks(owner, facts.claimant, original, selectedBy),
    carried: carriedToCopy(original, copy, rules),
  };
  const isFixed = rules.alwaysRecreate || copy?.immutable === true;
  const made = () => ({
    side,
    object: newObject(original, facts.place[side], target, isFixed),
    sends: hashOf(content),
  });
  if (!copy) return { step: 'create', ...made() };
  // What was written already is not made anew: what came of it, or what somebody made of it, would go the same way again.
  const news =
    isFixed && !wasWritten(copy, content)
      ? contentChange(copy, content, facts.kept)
      : undefined;
  const isOfAnotherType =
    storesWhatItIsGiven(copy) && copy.type !== original.type;
  if (news || isOfAnotherType) {
    return { step: 'recreate', ...made(), keeps: news?.keeps };
  }
  return patchOr(
    patchOr(
      nothing,
      owner,
      original,
      targetOfOriginal(original, copy, rules, { owner, carriedBy }),
      facts.kept,
    ),
    side,
    copy,
    target,
    facts.kept,
  );
}
