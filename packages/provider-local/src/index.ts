/**
 * The provider of the sandbox: managed resources of `dataservices.anynines.com` on real local servers.
 *
 * @packageDocumentation
 */
export { acceptedValues, availability, limitsOf } from './availability';
export type { Availability } from './availability';
export { startProviderLocal } from './provider';
export type { Provider, ProviderOptions } from './provider';
export { findClientPrograms } from './engines/postgresql/programs';
export type { ClientPrograms } from './engines/postgresql/programs';
