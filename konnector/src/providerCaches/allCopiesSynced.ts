/** Whether the caches of all namespaces that may hold copies of an API have synced. Pure. */
import type { ProviderCache } from './ProviderCache';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';

/** While false, a copy that is not in a cache may still exist. */
export function allCopiesSynced(
  { consumer }: Pick<Mapping, 'consumer'>,
  providers: Pick<ProviderCache<never>, 'hasSynced'>,
  serviceNamespaces: Pick<ServiceNamespaces, 'cache' | 'of'>,
): boolean {
  if (!consumer.namespaced) return providers.hasSynced({ name: '' });
  const { cache } = serviceNamespaces;
  return (
    cache.synced &&
    cache.list().every(({ metadata }) => {
      const namespace = serviceNamespaces.of(metadata.name ?? '');
      return !namespace || providers.hasSynced({ namespace, name: '' });
    })
  );
}
