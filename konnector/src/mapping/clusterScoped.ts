/**
 * The isolations of cluster-scoped APIs: nothing needs to be requested, and the location of a copy follows from names
 * alone.
 */
import {
  annotations,
  clusterScopedAppClusterName,
  clusterScopedControlPlaneName,
  type ClusterScopedIsolation,
} from '@klutch/bind-api';
import type { ObjectKey, Resource } from '@klutch/kube';
import {
  carriesOtherMarks,
  type CopyLocation,
  type Mapping,
  type Marks,
} from './Mapping';

export interface ClusterNamespace {
  name: string;
  uid: string;
}

interface Isolation {
  /** Whether the copies are namespaced on the control plane. */
  namespaced: boolean;
  singleTenant: boolean;
  marks(clusterNamespace: ClusterNamespace): Marks;
  /** @param namespace - the cluster namespace. */
  locate(
    name: string,
    namespace: string,
  ): Exclude<CopyLocation, { at: 'waiting' }>;
  /** Name of the object on the app cluster; undefined when no object of this app cluster maps to the location. */
  consumerNameAt(location: ObjectKey, namespace: string): string | undefined;
}

/**
 * Marks of copies that are cluster-scoped themselves, as the reference sets them: annotation and owner reference of the
 * cluster namespace.
 */
export const marksOf = ({ name, uid }: ClusterNamespace): Marks => ({
  annotations: { [annotations.clusterNamespace]: name },
  ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name, uid }],
});

const isolations: Record<ClusterScopedIsolation, Isolation> = {
  /** The copy is cluster-scoped and named `<cluster namespace>-<name>`. */
  Prefixed: {
    namespaced: false,
    singleTenant: false,
    marks: marksOf,
    locate(name, namespace) {
      const copy = clusterScopedControlPlaneName(namespace, name);
      return copy.ok
        ? { at: 'ready', key: { name: copy.value } }
        : {
            at: 'impossible',
            why: { state: 'NameTooLong', message: copy.error },
          };
    },
    consumerNameAt: ({ name }, namespace) =>
      clusterScopedAppClusterName(namespace, name),
  },
  /** The copy is a namespaced object of the same name in the cluster namespace. */
  Namespaced: {
    namespaced: true,
    singleTenant: false,
    marks: () => ({ annotations: {} }),
    locate: (name, namespace) => ({ at: 'ready', key: { namespace, name } }),
    consumerNameAt: (location, namespace) =>
      location.namespace === namespace ? location.name : undefined,
  },
  /** The copy is cluster-scoped and has the object's name, so only one app cluster can have copies. */
  None: {
    namespaced: false,
    singleTenant: true,
    marks: marksOf,
    locate: name => ({ at: 'ready', key: { name } }),
    consumerNameAt: ({ name }) => name,
  },
};

/** @param consumer - the API on the app cluster. */
export function clusterScopedMapping(
  consumer: Resource,
  isolation: ClusterScopedIsolation,
  clusterNamespace: ClusterNamespace,
): Mapping {
  const { name: namespace } = clusterNamespace;
  const { namespaced, singleTenant, ...isolated } = isolations[isolation];
  const marks = isolated.marks(clusterNamespace);
  const consumerNameAt = (location: ObjectKey) =>
    isolated.consumerNameAt(location, namespace);
  return {
    consumer,
    provider: { ...consumer, namespaced },
    marks,
    singleTenant,
    locate: ({ name }) => isolated.locate(name, namespace),
    async locateLive({ name }) {
      const location = isolated.locate(name, namespace);
      return location.at === 'ready' ? location : { at: 'missing' };
    },
    consumerKeyAt: consumerNameAt,
    // Another cluster's mark takes precedence over the name.
    consumerKeyOf: object =>
      carriesOtherMarks(object, marks)
        ? undefined
        : consumerNameAt({
            namespace: object.metadata.namespace,
            name: object.metadata.name ?? '',
          }),
    request: async () => undefined,
    recordSyncedType: () => undefined,
  };
}
