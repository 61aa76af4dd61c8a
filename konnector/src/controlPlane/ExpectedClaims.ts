/** What is known of the claims of bindings, without asking them. */
import type { APIServiceExport } from '@klutch/bind-api';
import type { SaidClaims } from '../claims/SharedClaims';

/**
 * What each binding that is tied to a cluster namespace claims, by binding.
 * @param exportOf - the export of an API in that namespace.
 */
export type ExpectedClaims = (
  providerNamespaceUid: string,
  exportOf: (name: string) => APIServiceExport | undefined,
) => ReadonlyMap<string, SaidClaims>;
