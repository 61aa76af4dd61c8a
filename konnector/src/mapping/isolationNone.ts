/** Isolation `None`: the copy is cluster-scoped and has the object's name, so only one app cluster can have copies. */
import type { Resource } from '@klutch/kube';
import {
  clusterScopedMapping,
  marksOf,
  type ClusterNamespace,
} from './clusterScoped';
import type { Mapping } from './Mapping';

/** @param resource - the same on both clusters. */
export const isolationNoneMapping = (
  resource: Resource,
  clusterNamespace: ClusterNamespace,
): Mapping =>
  clusterScopedMapping({
    consumer: resource,
    namespaced: false,
    marks: marksOf(clusterNamespace),
    singleTenant: true,
    locate: name => ({ at: 'ready', key: { name } }),
    consumerNameAt: ({ name }) => name,
  });
