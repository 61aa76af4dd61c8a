/**
 * The provider of the sandbox: managed resources of `dataservices.anynines.com` on real local servers.
 *
 * @packageDocumentation
 */
export { availability, availablePrivileges, limitsOf } from './availability';
export type { Availability } from './dataService';
export { startProviderLocal } from './provider';
export type { Provider, ProviderOptions } from './provider';
export { resolveClientBinaries } from './services/postgresql/binaries';
export type { ClientBinaries } from './services/postgresql/binaries';
