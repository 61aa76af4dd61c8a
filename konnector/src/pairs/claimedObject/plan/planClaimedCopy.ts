/**
 * Plans the sync of a pair with an owner: updates the copy from the original, and writes fields owned by the copy's
 * side back to the original. Pure.
 */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { carriedKeysOf } from '../../../markers';
import {
  contentChange,
  contentOf,
  newObject,
  isStoredVerbatim,
  type DesiredObject,
  hasAppliedContent,
} from './claimedContent';
import {
  claimsSelecting,
  matching,
  nothing,
  objectOf,
  otherSide,
  patchOf,
  type ClaimFacts,
  type ClaimStep,
} from './claimFacts';
import { syncsOwner, rulesFor, type ClaimRules } from './claimSelection';
import { hashOf } from '../../../json/projection';
import { valueAt, withValueAt } from './jsonPaths';
import { matchesAny } from './keyPatterns';
import { marksOfCopy, marksOfOriginal } from './marks';
import { encodeSelection } from './selectionAnnotation';

/** The original's content, with the fields owned by the copy's side taken from the copy. */
const mergedContent = (
  original: Unstructured,
  copy: Unstructured | undefined,
  { copyOwnedPaths }: ClaimRules,
) =>
  copy
    ? copyOwnedPaths.reduce(
        (content, path) => withValueAt(content, path, valueAt(copy, path)),
        contentOf(original),
      )
    : contentOf(original);

function targetOfOriginal(
  original: Unstructured,
  copy: Unstructured,
  rules: ClaimRules,
  { owner, carriedBy }: { owner: ClaimOwner; carriedBy: string },
): DesiredObject {
  const { copyOwnedPaths, syncPathsToOriginal, toOriginal } = rules;
  const content =
    syncPathsToOriginal && copyOwnedPaths.length > 0
      ? mergedContent(original, copy, rules)
      : undefined;
  return {
    content,
    marks: marksOfOriginal(owner),
    carried: matching(copy, toOriginal),
    carriedBy,
    isShared: owner === 'Consumer',
  };
}

/** Keys owned by the copy's side are set when the copy is created; later the copy's values take precedence. */
function carriedToCopy(
  original: Unstructured,
  copy: Unstructured | undefined,
  { toCopy, toOriginal }: ClaimRules,
) {
  const all = matching(original, toCopy);
  if (!copy) return all;
  const own = matching(copy, toOriginal);
  const merge = (kind: 'labels' | 'annotations') =>
    Object.fromEntries(
      Object.entries(all[kind])
        .filter(
          ([key]) => key in own[kind] || !matchesAny(toOriginal[kind], key),
        )
        .map(([key, value]) => [key, own[kind][key] ?? value]),
    );
  return { labels: merge('labels'), annotations: merge('annotations') };
}

/** Updates the copy first, then the marks and the written-back fields of the original. */
export function planClaimedCopy(
  facts: ClaimFacts,
  owner: ClaimOwner,
  claims: readonly PermissionClaim[],
): ClaimStep {
  const original = objectOf(facts, owner);
  const side = otherSide(owner);
  const copy = objectOf(facts, side);
  if (!original) return nothing;
  const rules = rulesFor(owner, claims);
  const content = mergedContent(original, copy, rules);
  const recordedClaims = facts.recordedClaims
    ? claimsSelecting({ ...facts, claims: facts.recordedClaims }, owner).filter(
        claim => syncsOwner(claim, owner),
      )
    : claims;
  const selectedBy = encodeSelection(original, recordedClaims);
  const carriedBy = carriedKeysOf(facts.claimant.pins);
  const target = {
    content,
    carriedBy,
    marks: marksOfCopy(owner, facts.claimant, original, selectedBy),
    carried: carriedToCopy(original, copy, rules),
  };
  const isImmutable = rules.alwaysRecreate || copy?.immutable === true;
  const newCopy = () => ({
    side,
    object: newObject(original, facts.keys[side], target, isImmutable),
    sentHash: hashOf(content),
  });
  if (!copy) return { step: 'create', ...newCopy() };
  // Content that was written already is not recreated, because the server or another client would change it in the
  // same way again.
  const change =
    isImmutable && !hasAppliedContent(copy, content)
      ? contentChange(copy, content, facts.storedHashes)
      : undefined;
  const isOfAnotherType = isStoredVerbatim(copy) && copy.type !== original.type;
  if (change || isOfAnotherType) {
    return { step: 'recreate', ...newCopy(), storedHash: change?.storedHash };
  }
  return (
    patchOf(facts, side, target) ??
    patchOf(
      facts,
      owner,
      targetOfOriginal(original, copy, rules, { owner, carriedBy }),
    ) ??
    nothing
  );
}
