/** What is known of the claims of bindings, without asking them. */
import type { APIServiceExport } from '@klutch/bind-api';
import type { SecretRef } from '../access/SecretRef';
import type { DeclaredClaims } from '../claims/SharedClaims';

/**
 * What each binding that leads to a cluster namespace claims, by binding.
 * @param cluster.secretRef - of a kubeconfig that leads there.
 * @param cluster.uid - of the cluster namespace.
 * @param exportOf - the export of an API in that namespace.
 */
export type ExpectedClaims = (
  cluster: { secretRef: Omit<SecretRef, 'key'>; uid: string },
  exportOf: (name: string) => APIServiceExport | undefined,
) => ReadonlyMap<string, DeclaredClaims>;
