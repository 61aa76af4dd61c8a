/** Isolation Prefixed: the copy is cluster-scoped and named `<cluster namespace>-<name>`. */
import {
  clusterScopedAppClusterName,
  clusterScopedControlPlaneName,
} from '@klutch/bind-api';
import type { Resource } from '@klutch/kube';
import {
  clusterScopedMapping,
  marksOf,
  type ClusterNamespace,
} from './clusterScoped';
import type { Mapping } from './Mapping';

/** @param resource - the same on both clusters. */
export const prefixedMapping = (
  resource: Resource,
  clusterNamespace: ClusterNamespace,
): Mapping =>
  clusterScopedMapping({
    consumer: resource,
    namespaced: false,
    marks: marksOf(clusterNamespace),
    singleTenant: false,
    locate(name) {
      const copy = clusterScopedControlPlaneName(clusterNamespace.name, name);
      return copy.ok
        ? { at: 'ready', key: { name: copy.value } }
        : {
            at: 'impossible',
            why: { state: 'NameTooLong', message: copy.error },
          };
    },
    consumerNameAt: ({ name }) =>
      clusterScopedAppClusterName(clusterNamespace.name, name),
  });
