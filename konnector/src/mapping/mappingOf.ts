/** Selects the mapping of an API by its scope and isolation. */
import type { ClusterScopedIsolation } from '@klutch/bind-api';
import type { Resource } from '@klutch/kube';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { clusterNamespacedMapping } from './clusterNamespaced';
import type { ClusterNamespace } from './clusterScoped';
import type { Mapping } from './Mapping';
import { namespacedMapping } from './namespaced';
import { prefixedMapping } from './prefixed';
import { isolationNoneMapping } from './isolationNone';

const isolations: Record<
  ClusterScopedIsolation,
  (resource: Resource, clusterNamespace: ClusterNamespace) => Mapping
> = {
  Prefixed: prefixedMapping,
  Namespaced: clusterNamespacedMapping,
  None: isolationNoneMapping,
};

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
    : isolations[isolation](resource, clusterNamespace);
