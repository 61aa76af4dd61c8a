/**
 * Backend of the data services portal.
 *
 * @packageDocumentation
 */
export {
  createKlutchClaimConditionalDecision,
  klutchClaimConditions,
  klutchClaimResourceRef,
} from './permissions/claimRules';
export {
  createKlutchServiceConditionalDecision,
  klutchServiceConditions,
  klutchServiceResourceRef,
} from './permissions/serviceRules';
export type { Predicate } from './permissions/toPredicate';
export { klutchPlugin as default } from './plugin';
export {
  portalApiRole,
  portalAppClusterRoles,
  portalControlPlaneRoles,
} from './roles/portalRoles';
export type { ImpersonatedSubjects, RbacObject } from './roles/portalRoles';
