/** RBAC of the portal's own user; the binding backend has it, because its command prints all roles of both. */
export {
  portalApiRole,
  portalAppClusterRoles,
  portalControlPlaneRoles,
} from '@klutch/binding-backend';
export type { ImpersonatedSubjects, RbacObject } from '@klutch/binding-backend';
