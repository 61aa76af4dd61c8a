/**
 * Permission policy for the data services portal.
 *
 * @packageDocumentation
 */
export { permissionModuleKlutch as default } from './module';
export { createKlutchPolicy } from './createKlutchPolicy';
export type { KlutchPolicyOptions } from './createKlutchPolicy';
export type { KlutchRoles } from './klutchRoles';
