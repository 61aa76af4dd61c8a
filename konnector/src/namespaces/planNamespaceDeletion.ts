/** May the service namespace of a vanished app cluster namespace go? Pure. */
import {
  unrecordedTypesMarker,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { annotations } from '../markers';

/** Types that nobody can name, in words. */
const unknownTypeMessages = {
  unreadable: `anything of the types in its annotation ${annotations.syncedTypes}, which cannot be read`,
  beforeRecording: `anything that was synced before it was noted there; when nothing in it is needed, take "${unrecordedTypesMarker}" out of the annotation ${annotations.syncedTypes} of the APIServiceNamespace, or, without that annotation, set it to the empty text`,
  exports:
    'anything of APIs whose export cannot be used, and of what these claim',
  unrecorded:
    'anything of types that could not be noted on it, for want of the right to patch apiservicenamespaces',
};

/** What may be left in a service namespace. */
export type Remainder =
  /** Objects of a type; undefined when their number cannot be known. */
  | { type: string; count: number | undefined }
  | { unknownTypes: keyof typeof unknownTypeMessages };

const countOf = (left: Remainder) => ('type' in left ? left.count : undefined);

const formatRemainder = (left: Remainder) =>
  'type' in left ? left.type : unknownTypeMessages[left.unknownTypes];

/** What the decision rests on, read live. */
export interface NamespaceFacts {
  serviceNamespace: APIServiceNamespace | undefined;
  /** Does the app cluster's namespace exist? */
  namespaceExists: boolean;
  /** UIDs that stand for this app cluster: its own, and those of clusters it was restored from. */
  ownClusters: ReadonlySet<string>;
  /** For all types of which anything may be in the service namespace. Without any there is no telling what is there. */
  remaining: readonly Remainder[];
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
  const { serviceNamespace, remaining } = facts;
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
  const copies = remaining.reduce((sum, one) => sum + (countOf(one) ?? 0), 0);
  if (copies > 0) {
    return { step: 'keep', why: `it still holds ${copies} object(s)` };
  }
  const unknown = remaining.filter(one => countOf(one) === undefined);
  if (unknown.length > 0) {
    return {
      step: 'keep',
      why: `it is not known whether it holds ${unknown.map(formatRemainder).join(', ')}`,
    };
  }
  return remaining.length === 0
    ? { step: 'keep', why: 'it is not known what is in it' }
    : { step: 'delete' };
}
