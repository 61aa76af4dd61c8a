/**
 * Extension points of the data services portal's backend, and its REST client for modules of other plugins.
 *
 * @packageDocumentation
 */
export { createKlutchClientFor } from './clientFor';
export type { KlutchClientFor, KlutchClientForOptions } from './clientFor';
export { readMountPath } from './mountPath';
export { dataOf, readInstances, readServices } from './readPortal';
export type { KlutchAnswer } from './readPortal';
export { klutchIdentityExtensionPoint } from './identity';
export type {
  KlutchIdentityExtensionPoint,
  KlutchIdentityStrategy,
  KlutchPerson,
} from './identity';
