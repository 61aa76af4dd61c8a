/** Decides whether the service namespace of a missing app cluster namespace is deleted. Pure. */
import {
  unrecordedTypesMarker,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { annotations } from '../../markers';

/** Messages about types that cannot be named. */
const unknownTypeMessages = {
  unreadable: `objects of the types in its annotation ${annotations.syncedTypes}, which cannot be parsed`,
  beforeRecording: `objects that were synced before types were recorded; when nothing in it is needed, remove "${unrecordedTypesMarker}" from the annotation ${annotations.syncedTypes} of the APIServiceNamespace, or, without that annotation, set it to the empty text`,
  exports:
    'objects of APIs whose export is invalid, and of the types that these claim',
  unrecorded:
    'objects of types that could not be recorded, as the right to patch apiservicenamespaces is missing',
};

/** Objects that may remain in a service namespace. */
export type Remainder =
  /** Objects of a type; undefined when their number is unknown. */
  | { type: string; count: number | undefined }
  | { unknownTypes: keyof typeof unknownTypeMessages };

const countOf = (left: Remainder) => ('type' in left ? left.count : undefined);

const formatRemainder = (left: Remainder) =>
  'type' in left ? left.type : unknownTypeMessages[left.unknownTypes];

/** Input of {@link planNamespaceDeletion}, read live. */
export interface NamespaceFacts {
  serviceNamespace: APIServiceNamespace | undefined;
  /** Whether the app cluster's namespace exists. */
  namespaceExists: boolean;
  /** UIDs that identify this app cluster: its own, and those of clusters it was restored from. */
  ownClusters: ReadonlySet<string>;
  /** One entry for each type that may have objects in the service namespace. Empty: the content is unknown. */
  remaining: readonly Remainder[];
}

/** `why` gives the reason to keep the namespace. */
export type NamespaceStep =
  | { step: 'nothing' }
  | { step: 'keep'; why: string }
  | { step: 'delete' };

/**
 * Deleting an APIServiceNamespace makes the backend delete the service namespace with its content. So it is deleted
 * only when it certainly holds no copy: a namespace that a user deletes takes its objects, and thus their copies, with
 * it first. A namespace that is merely missing (an empty or restored app cluster) does not.
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
      why: `it is unknown whether it holds ${unknown.map(formatRemainder).join(', ')}`,
    };
  }
  return remaining.length === 0
    ? { step: 'keep', why: 'its content is unknown' }
    : { step: 'delete' };
}
