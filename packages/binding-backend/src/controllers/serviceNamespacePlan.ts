/** Which service namespace an APIServiceNamespace gets, and whether one may go; pure. */
import {
  annotations,
  serviceNamespaceAnnotation,
  serviceNamespaceName,
  type APIServiceNamespace,
  type Result,
} from '@klutch/bind-api';
import type { KubeObject, Namespace } from '@klutch/kube';

/** The namespace recorded in the status, or the one that follows from the names. */
export const targetNamespace = (
  serviceNamespace: APIServiceNamespace,
): Result<string> => {
  const recorded = serviceNamespace.status?.namespace;
  const { namespace = '', name = '' } = serviceNamespace.metadata;
  return recorded
    ? { ok: true, value: recorded }
    : serviceNamespaceName(namespace, name);
};

/** Value of the ownership annotation that our namespace for it carries. */
const ownerValue = ({ metadata }: APIServiceNamespace): string =>
  serviceNamespaceAnnotation(metadata.namespace ?? '', metadata.name ?? '');

/** A new service namespace, marked as ours. */
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

/** Whose a namespace of the wanted name is. */
export type NamespaceOwnership = 'absent' | 'ours' | 'terminating' | 'foreign';

/** Only the annotation makes a namespace ours; a fitting name does not. */
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

/** The sentence for a namespace that exists and is not ours. */
export const foreignNamespaceMessage = (name: string): string =>
  `Namespace ${name} exists on the control plane but was not made for this app cluster, so it is left alone. Use another namespace on the app cluster, or ask a platform operator to remove or rename the existing one.`;

/** The sentence for a namespace that is on its way out. */
export const terminatingNamespaceMessage = (name: string): string =>
  `Namespace ${name} is still being deleted on the control plane; it is made anew when it is gone.`;

/** Stands for all types that may have been used, where none were recorded. */
export const unrecordedTypes = 'types that were not recorded';

/** What is left of one type in a service namespace. */
export interface Remaining {
  /** `<plural>.<group>`, or {@link unrecordedTypes}. */
  api: string;
  /** Undefined when the backend may not look, or cannot. */
  objects: readonly KubeObject[] | undefined;
}

/** An app cluster may take the finalizer off its APIServiceNamespaces, which leaves their service namespaces behind. */
export const orphanedNamespacesMessage = (
  clusterNamespace: string,
  orphaned: readonly string[],
): string =>
  `No namespace is made: ${orphaned.length} service namespaces of ${clusterNamespace} have no APIServiceNamespace any more, as many as it may have at all. Look into ${orphaned.slice(0, 5).join(', ')}${orphaned.length > 5 ? ' and the others' : ''}, and delete those that are not needed.`;

/**
 * The sentence that keeps a service namespace although its APIServiceNamespace was deleted: live instances are in it
 * that nobody deleted on the app cluster, or it cannot be looked into. Undefined when it may go.
 */
export const retainedNamespaceMessage = (
  name: string,
  remaining: readonly Remaining[],
): string | undefined => {
  const hidden = remaining.filter(({ objects }) => !objects);
  if (hidden.some(({ api }) => api === unrecordedTypes)) {
    return `Namespace ${name} is kept: its namespace on the app cluster is gone, but it is not known of which types it may hold objects, and the binding backend may not look for all. Look into it. When nothing in it is needed, set the annotation ${annotations.syncedTypes} of this APIServiceNamespace to the empty text; the namespace then goes by itself.`;
  }
  if (hidden.length > 0) {
    const apis = hidden.map(({ api }) => api).join(', ');
    return `Namespace ${name} is kept: its namespace on the app cluster is gone, but the binding backend may not look whether it still holds ${apis}. Apply the ClusterRoles of these export templates again; the namespace then goes by itself.`;
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
    : `Namespace ${name} is kept: its namespace on the app cluster is gone, but ${live.join(', ')} in it were never deleted there. Delete them on the control plane if they are not needed; the namespace then goes by itself.`;
};
