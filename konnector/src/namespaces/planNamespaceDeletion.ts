/** May the service namespace of a vanished app cluster namespace go? Pure. */
import type { APIServiceNamespace } from '@klutch/bind-api';
import { annotations } from '../markers';

/** What the decision rests on, read live. */
export interface NamespaceFacts {
  serviceNamespace: APIServiceNamespace | undefined;
  /** Does the app cluster's namespace exist? */
  namespaceExists: boolean;
  /** UIDs that stand for this app cluster: its own, and those of clusters it was restored from. */
  ownClusters: ReadonlySet<string>;
  /**
   * Objects that are in the service namespace by type, for all types that may be there; undefined when that cannot be
   * known. Without any type there is no telling either.
   */
  left: ReadonlyMap<string, number | undefined>;
}

/** `keep` says why. */
export type NamespaceStep =
  { step: 'nothing' } | { step: 'keep'; why: string } | { step: 'delete' };

/**
 * Deleting an APIServiceNamespace makes the backend destroy the service namespace with all that is in it. So it goes only
 * when it surely holds no copy any more: a namespace that a user deleted has taken its objects, and with them their copies, away
 * before. A namespace that is merely missing (an empty or restored app cluster) has not.
 */
export function planNamespaceDeletion(facts: NamespaceFacts): NamespaceStep {
  const { serviceNamespace, left } = facts;
  if (
    !serviceNamespace ||
    serviceNamespace.metadata.deletionTimestamp ||
    facts.namespaceExists
  ) {
    return { step: 'nothing' };
  }
  const cluster =
    serviceNamespace.metadata.annotations?.[annotations.consumerCluster];
  if (cluster !== undefined && !facts.ownClusters.has(cluster)) {
    return { step: 'keep', why: 'it belongs to another app cluster' };
  }
  const copies = [...left.values()].reduce<number>(
    (sum, count) => sum + (count ?? 0),
    0,
  );
  if (copies > 0) {
    return { step: 'keep', why: `it still holds ${copies} object(s)` };
  }
  const unknown = [...left.keys()].filter(type => left.get(type) === undefined);
  if (unknown.length > 0) {
    return {
      step: 'keep',
      why: `it is not known whether it holds ${unknown.join(', ')}`,
    };
  }
  return left.size === 0
    ? { step: 'keep', why: 'it is not known what is in it' }
    : { step: 'delete' };
}
