/** The settings from which the sync of a claimed type is started. Pure. */
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import type { EffectiveClaims } from '../pairs/claimedObject/EffectiveClaims';
import { claimedName } from '../pairs/claimedObject/planClaimedType';
import {
  fieldSelectorOf,
  mayAffectSide,
} from '../pairs/claimedObject/plan/claimSelection';

/** Settings of a type's sync; a change restarts the sync. */
export interface ClaimSyncConfig {
  /** Whether objects owned by the app cluster can be claimed; otherwise only copies are watched. */
  watchesConsumers: boolean;
  isolation: ClusterScopedIsolation | undefined;
  formerCluster: string | undefined;
  /** The versions in which the type is claimed. */
  versions: readonly string[];
  /** Why the type cannot be synced in any version. */
  problem: string | undefined;
}

/**
 * Versions in the order in which they are tried; independent of the order of the claims. A type has one sync, as two
 * would revert each other's writes.
 */
const claimedVersions = (claims: readonly PermissionClaim[]): string[] =>
  [...new Set(claims.map(({ version }) => version))].sort();

/** Whether the claim names fields, whose meaning depends on the claim's version. */
const namesFields = (claim: PermissionClaim) =>
  fieldSelectorOf(claim) !== '' ||
  [claim.update?.fields, claim.update?.preserving].some(paths => paths?.length);

/** Message for the user: why the claims on one type cannot be combined; undefined when they can. */
function versionsProblem(
  claims: readonly PermissionClaim[],
): string | undefined {
  const versions = claimedVersions(claims);
  const [claim] = claims;
  if (!claim || versions.length < 2 || !claims.some(namesFields)) {
    return undefined;
  }
  return `The claim on ${claimedName(claim)} is not served: bindings claim it in the versions ${versions.join(', ')} and name fields, whose names may differ between versions. Use the same version in all claims, or accept the claims of one version only.`;
}

/** Two syncs of the same object would revert each other's writes endlessly. */
const boundProblem = (type: string) =>
  `The claim on ${type} is not served: this API is bound to the app cluster, so its objects are synced by its own binding. Reject the claim, or delete that binding.`;

/**
 * Derives the settings for a type.
 * @param claims - of all bindings on the type.
 * @param isBound - whether the type is a bound API, of whatever control plane.
 */
export const claimedTypeConfig = (
  type: string,
  claims: readonly PermissionClaim[],
  effectiveClaims: EffectiveClaims,
  isBound: boolean,
): ClaimSyncConfig => ({
  watchesConsumers: claims.some(claim => mayAffectSide(claim, 'Consumer')),
  isolation: effectiveClaims.isolationOf(type),
  formerCluster: effectiveClaims.formerClusterOf(type),
  versions: claimedVersions(claims),
  problem: isBound ? boundProblem(type) : versionsProblem(claims),
});
