/** Selects how the copies of an API are cached: by the konnector's rights and the location of the copies. */
import type { APIServiceExport } from '@klutch/bind-api';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { singleCache } from './singleCache';
import { CachePerServiceNamespace } from './CachePerServiceNamespace';
import type { StartProviderCache } from './ProviderCache';

/** @param informerScope - relevant only for copies in service namespaces. */
export function selectProviderCache(
  { consumer, provider }: Mapping,
  informerScope: APIServiceExport['spec']['informerScope'],
  {
    serviceNamespaces,
    clusterNamespace,
  }: { serviceNamespaces: ServiceNamespaces; clusterNamespace: string },
): StartProviderCache {
  if (!consumer.namespaced && provider.namespaced) {
    const namespace = clusterNamespace;
    return options => singleCache({ ...options, namespace, serviceNamespaces });
  }
  return !provider.namespaced || informerScope === 'Cluster'
    ? options => singleCache({ ...options, serviceNamespaces })
    : options =>
        new CachePerServiceNamespace({ ...options, serviceNamespaces });
}
