/** What the sync of a claimed type rests on. Pure. */
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import type { EffectiveClaims } from './EffectiveClaims';
import { versionsOf, versionsProblem } from './claimedVersions';
import { mayAffectSide } from './plan/claimSelection';

/** Cannot change while a type is at work: else it begins anew. */
export interface ClaimSyncConfig {
  /** Whether objects of the app cluster's own matter; else its copies suffice. */
  watchesConsumers: boolean;
  isolation: ClusterScopedIsolation | undefined;
  formerCluster: string | undefined;
  /** In which it is claimed. */
  versions: readonly string[];
  /** Why it cannot be synced, in whatever version. */
  problem: string | undefined;
}

/** Two that kept an object in step would undo each other's work for ever. */
const boundProblem = (type: string) =>
  `The claim on ${type} is not served: this API is bound to the app cluster, so its objects are synced by its own binding. Reject the claim, or delete that binding.`;

/**
 * @param claims - on the type, of all bindings.
 * @param isBound - whether the type is an API that is bound, whatever control plane it comes from.
 */
export const claimSyncConfig = (
  type: string,
  claims: readonly PermissionClaim[],
  effectiveClaims: EffectiveClaims,
  isBound: boolean,
): ClaimSyncConfig => ({
  watchesConsumers: claims.some(claim => mayAffectSide(claim, 'Consumer')),
  isolation: effectiveClaims.isolationOf(type),
  formerCluster: effectiveClaims.formerClusterOf(type),
  versions: versionsOf(claims),
  problem: isBound ? boundProblem(type) : versionsProblem(claims),
});
