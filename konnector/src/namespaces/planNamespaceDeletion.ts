/** May the service namespace of a vanished app cluster namespace go? Pure. */
import type { APIServiceNamespace } from '@klutch/bind-api';
import { annotations } from '../markers';

/** What the decision rests on, read live. */
export interface NamespaceFacts {
  serviceNamespace: APIServiceNamespace | undefined;
  /** Does the app cluster's namespace exist? */
  namespaceExists: boolean;
  /** UID that stands for this app cluster. */
  consumerCluster: string;
  /** Copies that still are in the service namespace, over all exports; undefined when that cannot be known. */
  copies: number | undefined;
}

/** `keep` says why. */
export type NamespaceStep =
  { step: 'nothing' } | { step: 'keep'; why: string } | { step: 'delete' };

/**
 * Deleting an APIServiceNamespace makes the backend destroy the service namespace with all that is in it. So it goes only
 * when it holds no copy any more: a namespace that a user deleted has taken its objects, and with them their copies, away
 * before. A namespace that is merely missing (an empty or restored app cluster) has not.
 */
export function planNamespaceDeletion(facts: NamespaceFacts): NamespaceStep {
  const { serviceNamespace, copies } = facts;
  if (
    !serviceNamespace ||
    serviceNamespace.metadata.deletionTimestamp ||
    facts.namespaceExists
  ) {
    return { step: 'nothing' };
  }
  const cluster =
    serviceNamespace.metadata.annotations?.[annotations.consumerCluster];
  if (cluster !== undefined && cluster !== facts.consumerCluster) {
    return { step: 'keep', why: 'it belongs to another app cluster' };
  }
  if (copies === undefined) {
    return { step: 'keep', why: 'it is not known what is in it' };
  }
  return copies > 0
    ? { step: 'keep', why: `it still holds ${copies} object(s)` }
    : { step: 'delete' };
}
