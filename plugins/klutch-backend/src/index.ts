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
export type { ActsAs, RbacObject } from './roles/portalRoles';
