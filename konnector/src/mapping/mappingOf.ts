/** Selects the mapping of an API by its scope and isolation. */
import type { ClusterScopedIsolation } from '@klutch/bind-api';
import type { Resource } from '@klutch/kube';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { clusterScopedMapping, type ClusterNamespace } from './clusterScoped';
import type { Mapping } from './Mapping';
import { namespacedMapping } from './namespaced';

/**
 * @param resource - on the app cluster.
 * @param isolation - relevant for cluster-scoped APIs only.
 */
export const mappingOf = (
  resource: Resource,
  isolation: ClusterScopedIsolation,
  clusterNamespace: ClusterNamespace,
  serviceNamespaces: ServiceNamespaces,
): Mapping =>
  resource.namespaced
    ? namespacedMapping(resource, serviceNamespaces)
    : clusterScopedMapping(resource, isolation, clusterNamespace);
