/**
 * Selects the version in which a type is synced that bindings claim in several versions. A type has one sync, as two
 * would revert each other's writes. Pure.
 */
import type { PermissionClaim } from '@klutch/bind-api';
import { fieldSelectorOf } from '../pairs/claimedObject/plan/claimSelection';
import { claimedName } from '../pairs/claimedObject/planClaimedType';

/** Versions in the order in which they are tried; independent of the order of the claims. */
export const versionsOf = (claims: readonly PermissionClaim[]): string[] =>
  [...new Set(claims.map(({ version }) => version))].sort();

/** Whether the claim names fields, whose meaning depends on the claim's version. */
const namesFields = (claim: PermissionClaim) =>
  fieldSelectorOf(claim) !== '' ||
  [claim.update?.fields, claim.update?.preserving].some(paths => paths?.length);

/** Message for the user: why the claims on one type cannot be combined; undefined when they can. */
export function versionsProblem(
  claims: readonly PermissionClaim[],
): string | undefined {
  const versions = versionsOf(claims);
  const [claim] = claims;
  if (!claim || versions.length < 2 || !claims.some(namesFields)) {
    return undefined;
  }
  return `The claim on ${claimedName(claim)} is not served: bindings claim it in the versions ${versions.join(', ')} and name fields, whose names may differ between versions. Use the same version in all claims, or accept the claims of one version only.`;
}
