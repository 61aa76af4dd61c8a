/**
 * The provider of the sandbox: managed resources of `dataservices.anynines.com` on real local servers.
 *
 * @packageDocumentation
 */
export {
  acceptedValues,
  availability,
  limitsOf,
  sizeLimitsOf,
} from './availability';
export type { Availability } from './availability';
export { fetchPrograms } from './fetchPrograms';
export { startProviderLocal } from './provider';
export type { Provider, ProviderOptions } from './provider';
