/**
 * Backend of the data services portal.
 *
 * @packageDocumentation
 */
export {
  createKlutchAppClusterConditionalDecision,
  klutchAppClusterConditions,
  klutchAppClusterResourceRef,
} from './permissions/appClusterRules';
export type { AppClusterResource } from './permissions/appClusterRules';
export {
  createKlutchClaimConditionalDecision,
  klutchClaimConditions,
  klutchClaimResourceRef,
} from './permissions/claimRules';
export {
  createKlutchExportConditionalDecision,
  klutchExportConditions,
  klutchExportResourceRef,
} from './permissions/exportRules';
export type { ExportResource } from './permissions/exportRules';
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
