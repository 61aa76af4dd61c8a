/**
 * Extension points of the data services portal's backend.
 *
 * @packageDocumentation
 */
export { klutchIdentityExtensionPoint } from './identity';
export type {
  KlutchIdentityExtensionPoint,
  KlutchIdentityStrategy,
  KlutchPerson,
} from './identity';
