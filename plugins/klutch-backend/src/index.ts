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
} from '@klutch/binding-backend';
export type { ImpersonatedSubjects, RbacObject } from '@klutch/binding-backend';
