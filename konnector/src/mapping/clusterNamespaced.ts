/**
 * Isolation Namespaced: the copy of a cluster-scoped object is a namespaced
 * object of the same name in the cluster namespace.
 */
import type { Resource } from '@klutch/kube';
import { clusterScopedMapping, type ClusterNamespace } from './clusterScoped';
import type { Mapping } from './Mapping';

/** @param resource - on the app cluster. */
export const clusterNamespacedMapping = (
  resource: Resource,
  { name: namespace }: ClusterNamespace,
): Mapping =>
  clusterScopedMapping({
    consumer: resource,
    namespaced: true,
    marks: { annotations: {} },
    singleTenant: false,
    locate: name => ({ at: 'ready', key: { namespace, name } }),
    consumerNameAt: copyKey =>
      copyKey.namespace === namespace ? copyKey.name : undefined,
  });
