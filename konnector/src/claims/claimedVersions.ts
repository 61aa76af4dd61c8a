/** In which version is a type synced that bindings claim in several? There is one sync of it: two would undo each other's work. Pure. */
import type { PermissionClaim } from '@klutch/bind-api';
import { fieldSelectorOf } from './plan/claimSelection';
import { claimedName } from './planClaimedType';

/** In the order in which they are tried, which does not depend on who comes first. */
export const versionsOf = (claims: readonly PermissionClaim[]): string[] =>
  [...new Set(claims.map(({ version }) => version))].sort();

/** Fields are called as the claim's version calls them. */
const namesFields = (claim: PermissionClaim) =>
  fieldSelectorOf(claim) !== '' ||
  [claim.update?.fields, claim.update?.preserving].some(paths => paths?.length);

/** Why the claims on one type cannot be acted on together, in words; undefined when they can. */
export function versionsProblem(
  claims: readonly PermissionClaim[],
): string | undefined {
  const versions = versionsOf(claims);
  const [claim] = claims;
  if (!claim || versions.length < 2 || !claims.some(namesFields)) {
    return undefined;
  }
  return `The claim on ${claimedName(claim)} is not served: bindings claim it in the versions ${versions.join(', ')}, and name fields, which may be called otherwise in another version. Have all claim it in one version, or reject the claim on all but those of one.`;
}
