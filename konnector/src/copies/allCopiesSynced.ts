/** Are all copies of an API known that there may be? Pure. */
import type { ProviderObjects } from './ProviderObjects';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';

/** As long as they are not, one that is not seen may be there all the same. */
export function allCopiesSynced(
  { consumer }: Pick<Mapping, 'consumer'>,
  providers: Pick<ProviderObjects<never>, 'hasSynced'>,
  { cache, of }: Pick<ServiceNamespaces, 'cache' | 'of'>,
): boolean {
  if (!consumer.namespaced) return providers.hasSynced({ name: '' });
  return (
    cache.synced &&
    cache.list().every(({ metadata }) => {
      const namespace = of(metadata.name ?? '');
      return !namespace || providers.hasSynced({ namespace, name: '' });
    })
  );
}
