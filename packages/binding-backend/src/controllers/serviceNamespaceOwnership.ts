/** Name and ownership of the service namespace of an APIServiceNamespace, and whether it may be deleted; pure. */
import {
  annotations,
  serviceNamespaceAnnotation,
  serviceNamespaceName,
  type APIServiceNamespace,
  type Result,
} from '@klutch/bind-api';
import type { KubeObject, Namespace } from '@klutch/kube';

/** The namespace recorded in the status, or the one derived from the names. */
export const targetNamespace = (
  serviceNamespace: APIServiceNamespace,
): Result<string> => {
  const recorded = serviceNamespace.status?.namespace;
  const { namespace = '', name = '' } = serviceNamespace.metadata;
  return recorded
    ? { ok: true, value: recorded }
    : serviceNamespaceName(namespace, name);
};

/** Value of the ownership annotation of the object's service namespace. */
const ownerValue = ({ metadata }: APIServiceNamespace): string =>
  serviceNamespaceAnnotation(metadata.namespace ?? '', metadata.name ?? '');

/** A new service namespace with the ownership annotation. */
export const newServiceNamespace = (
  name: string,
  serviceNamespace: APIServiceNamespace,
): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    annotations: {
      [annotations.apiServiceNamespace]: ownerValue(serviceNamespace),
    },
  },
});

/** Ownership of the namespace with the desired name. */
export type NamespaceOwnership = 'absent' | 'ours' | 'terminating' | 'foreign';

/** Only the annotation decides ownership; a matching name does not. */
export const namespaceOwnership = (
  serviceNamespace: APIServiceNamespace,
  namespace: Namespace | undefined,
): NamespaceOwnership => {
  if (!namespace) return 'absent';
  const owner =
    namespace.metadata.annotations?.[annotations.apiServiceNamespace];
  if (owner !== ownerValue(serviceNamespace)) return 'foreign';
  return namespace.metadata.deletionTimestamp ? 'terminating' : 'ours';
};

/** Message for a namespace that exists and belongs to another owner. */
export const foreignNamespaceMessage = (name: string): string =>
  `Namespace ${name} exists on the control plane but was not created for this app cluster, so it is not changed. Use another namespace on the app cluster, or ask a platform operator to remove or rename the existing one.`;

export const terminatingNamespaceMessage = (name: string): string =>
  `Namespace ${name} is still being deleted on the control plane; it is created again when the deletion is complete.`;

/** Represents all types that may have been used, where no record is complete. */
export const unrecordedTypes = 'types that were not recorded';

/** Remaining objects of one type in a service namespace. */
export interface Remaining {
  /** `<plural>.<group>`, or {@link unrecordedTypes}. */
  api: string;
  /** Undefined when the backend may not, or cannot, list them. */
  objects: readonly KubeObject[] | undefined;
}

/**
 * Message for orphaned service namespaces: an app cluster may remove the finalizer of its APIServiceNamespaces, which
 * orphans their service namespaces.
 */
export const orphanedNamespacesMessage = (
  clusterNamespace: string,
  orphaned: readonly string[],
): string =>
  `No namespace is created: ${orphaned.length} service namespaces of ${clusterNamespace} have no APIServiceNamespace any more, which reaches the limit. Check ${orphaned.slice(0, 5).join(', ')}${orphaned.length > 5 ? ' and the others' : ''}, and delete those that are not needed.`;

/**
 * Message for a service namespace that is kept although its APIServiceNamespace was deleted: it contains live objects
 * that were not deleted on the app cluster, or its contents cannot be listed. Undefined when the namespace may be
 * deleted.
 */
export const retainedNamespaceMessage = (
  name: string,
  remaining: readonly Remaining[],
): string | undefined => {
  const hidden = remaining.filter(({ objects }) => !objects);
  if (hidden.some(({ api }) => api === unrecordedTypes)) {
    return `Namespace ${name} is kept: its namespace on the app cluster is gone, but the types of its objects were not recorded, and the binding backend may not list all types. Check its contents. When nothing in it is needed, set the annotation ${annotations.syncedTypes} of this APIServiceNamespace to the empty text; the namespace is then deleted automatically.`;
  }
  if (hidden.length > 0) {
    const apis = hidden.map(({ api }) => api).join(', ');
    return `Namespace ${name} is kept: its namespace on the app cluster is gone, but the binding backend may not check whether it still holds ${apis}. Apply the ClusterRoles of these export templates again; the namespace is then deleted automatically.`;
  }
  const live = remaining
    .map(({ api, objects = [] }) => ({
      api,
      count: objects.filter(({ metadata }) => !metadata.deletionTimestamp)
        .length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ api, count }) => `${count} ${api}`);
  return live.length === 0
    ? undefined
    : `Namespace ${name} is kept: its namespace on the app cluster is gone, but ${live.join(', ')} in it were never deleted there. Delete them on the control plane if they are not needed; the namespace is then deleted automatically.`;
};
