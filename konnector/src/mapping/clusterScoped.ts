/** What the isolations of cluster-scoped APIs share: nothing is asked for, and names alone say where a copy is. */
import { annotations } from '@klutch/bind-api';
import type { ObjectKey, OwnerReference, Resource } from '@klutch/kube';
import { carriesOtherMarks } from './carriesMarks';
import type { Mapping, Marks, CopyLocation } from './Mapping';

/** The cluster namespace of an app cluster. */
export interface ClusterNamespace {
  name: string;
  uid: string;
}

/** What an isolation adds. */
export interface ClusterScopedIsolationParts {
  /** The API on the app cluster. */
  consumer: Resource;
  /** Whether it is namespaced on the control plane. */
  namespaced: boolean;
  marks: Marks;
  exclusive: boolean;
  locate(name: string): Exclude<CopyLocation, { at: 'waiting' }>;
  /** Name of the object on the app cluster; undefined when no object of ours can have the place. */
  consumerNameAt(locate: ObjectKey): string | undefined;
}

/** On copies that are cluster-scoped themselves, as the reference marks them: whose they are, and with whom they go. */
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
  const { consumer, marks, exclusive, namespaced } = parts;
  return {
    consumer,
    provider: { ...consumer, namespaced },
    marks,
    exclusive,
    locate: ({ name }) => parts.locate(name),
    async locateLive({ name }) {
      const copyLocation = parts.locate(name);
      return copyLocation.at === 'ready' ? copyLocation : { at: 'missing' };
    },
    consumerKeyAt: copyLocation => parts.consumerNameAt(copyLocation),
    // Somebody else's mark counts more than any name.
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
