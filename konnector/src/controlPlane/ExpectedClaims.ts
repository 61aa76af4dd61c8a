/** The claims of bindings, known without connecting them. */
import type { APIServiceExport } from '@klutch/bind-api';
import type { SecretRef } from '../access/SecretRef';
import type { DeclaredClaims } from '../claims/SharedClaims';

/**
 * The claims of each binding that targets a cluster namespace, by binding.
 * @param cluster.secretRef - of a kubeconfig for the cluster namespace.
 * @param cluster.uid - of the cluster namespace.
 * @param exportOf - the export of an API in that namespace.
 */
export type ExpectedClaims = (
  cluster: { secretRef: Omit<SecretRef, 'key'>; uid: string },
  exportOf: (name: string) => APIServiceExport | undefined,
) => ReadonlyMap<string, DeclaredClaims>;
