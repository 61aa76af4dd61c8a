/**
 * Selects the watches for the copies of an API by the konnector's rights and
 * the location of the copies.
 */
import type { APIServiceExport } from '@klutch/bind-api';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { oneWatch } from './oneWatch';
import { perServiceNamespace } from './perServiceNamespace';
import type { WatchCopies } from './ProviderObjects';

/** @param informerScope - relevant only for copies in service namespaces. */
export function watchCopiesOf(
  { consumer, provider }: Mapping,
  informerScope: APIServiceExport['spec']['informerScope'],
  {
    serviceNamespaces,
    clusterNamespace,
  }: { serviceNamespaces: ServiceNamespaces; clusterNamespace: string },
): WatchCopies {
  if (!consumer.namespaced && provider.namespaced) {
    const namespace = clusterNamespace;
    return options => oneWatch({ ...options, namespace, serviceNamespaces });
  }
  return !provider.namespaced || informerScope === 'Cluster'
    ? options => oneWatch({ ...options, serviceNamespaces })
    : options => perServiceNamespace({ ...options, serviceNamespaces });
}
