/**
 * The common part of the isolations of cluster-scoped APIs: nothing needs to be
 * requested, and the location of a copy follows from names alone.
 */
import { annotations } from '@klutch/bind-api';
import type { ObjectKey, OwnerReference, Resource } from '@klutch/kube';
import { carriesOtherMarks } from './carriesMarks';
import type { Mapping, Marks, CopyLocation } from './Mapping';

/** The cluster namespace of an app cluster. */
export interface ClusterNamespace {
  name: string;
  uid: string;
}

/** The part that an isolation defines. */
export interface ClusterScopedIsolationParts {
  /** The API on the app cluster. */
  consumer: Resource;
  /** Whether the API is namespaced on the control plane. */
  namespaced: boolean;
  marks: Marks;
  singleTenant: boolean;
  locate(name: string): Exclude<CopyLocation, { at: 'waiting' }>;
  /** Name of the object on the app cluster; undefined when no object of this app cluster maps to the location. */
  consumerNameAt(locate: ObjectKey): string | undefined;
}

/**
 * Marks of copies that are cluster-scoped themselves, as the reference sets
 * them: annotation and owner reference of the cluster namespace.
 */
export const marksOf = ({ name, uid }: ClusterNamespace): Marks => {
  const owner: OwnerReference = {
    apiVersion: 'v1',
    kind: 'Namespace',
    name,
    uid,
  };
  return {
    annotations: { [annotations.clusterNamespace]: name },
    ownerReferences: [owner],
  };
};

export function clusterScopedMapping(
  parts: ClusterScopedIsolationParts,
): Mapping {
  const { consumer, marks, singleTenant, namespaced } = parts;
  return {
    consumer,
    provider: { ...consumer, namespaced },
    marks,
    singleTenant,
    locate: ({ name }) => parts.locate(name),
    async locateLive({ name }) {
      const copyLocation = parts.locate(name);
      return copyLocation.at === 'ready' ? copyLocation : { at: 'missing' };
    },
    consumerKeyAt: copyLocation => parts.consumerNameAt(copyLocation),
    // Another cluster's mark takes precedence over the name.
    consumerKeyOf: object =>
      carriesOtherMarks(object, marks)
        ? undefined
        : parts.consumerNameAt({
            namespace: object.metadata.namespace,
            name: object.metadata.name ?? '',
          }),
    request: async () => undefined,
    recordSyncedType: () => undefined,
  };
}
