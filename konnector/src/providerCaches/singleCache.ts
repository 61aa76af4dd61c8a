/**
 * One cache of a resource type for the whole control plane cluster, or for the
 * cluster namespace: for types whose rights are not per service namespace.
 */
import { createCache, keyOf, type KubeObject } from '@klutch/kube';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { trackFailure } from '../failure';
import type { ProviderCache, ProviderCacheOptions } from './ProviderCache';

/**
 * Starts immediately. The cache contains other tenants' objects, too.
 * @param options.namespace - the only namespace to watch; default: all.
 */
export function singleCache<T extends KubeObject>(
  options: ProviderCacheOptions<T> & {
    namespace?: string;
    serviceNamespaces: ServiceNamespaces;
  },
): ProviderCache<T> {
  const { client, resource, namespace, signal, serviceNamespaces } = options;
  const cache = createCache({
    client,
    resource,
    namespace,
    fieldSelector: options.fieldSelector,
    project: options.project,
    logger: options.logger,
    metrics: options.metrics,
  });
  const failure = trackFailure(
    cache,
    namespace ? `in ${namespace}` : 'of the control plane',
  );
  cache.subscribe(change => {
    if (!signal.aborted) options.changed(change);
  });
  cache.onHealth(() => {
    if (!signal.aborted) options.healthChanged();
  });
  cache.whenSynced(signal).then(
    () => {
      for (const { metadata } of serviceNamespaces.cache.list()) {
        options.namespaceSynced(metadata.name ?? '');
      }
      options.namespaceSynced('');
    },
    () => undefined,
  );
  cache.start(signal);

  return {
    hasSynced: () => cache.synced,
    get: key =>
      cache.synced ? cache.get(keyOf({ metadata: key })) : undefined,
    list: listedNamespace =>
      cache
        .list()
        .filter(({ metadata }) => metadata.namespace === listedNamespace),
    all: () => (cache.synced ? cache.list() : []),
    failure,
  };
}
