/**
 * Backend of the data services portal.
 *
 * @packageDocumentation
 */
export { klutchPlugin as default } from './plugin';
export {
  portalApiRole,
  portalAppClusterRoles,
  portalControlPlaneRoles,
} from './roles/portalRoles';
export type { ImpersonatedSubjects, RbacObject } from './roles/portalRoles';
