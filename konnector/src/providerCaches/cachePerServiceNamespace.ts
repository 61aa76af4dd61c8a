/**
 * One cache of a resource type for each service namespace, which limits the
 * watches to the konnector's rights.
 */
import type { APIServiceNamespace } from '@klutch/bind-api';
import { createCache, keyOf, type Cache, type KubeObject } from '@klutch/kube';
import { trackFailure, type Failure } from '../failure';
import type { ProviderCache, ProviderCacheOptions } from './ProviderCache';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';

interface Running<T extends KubeObject> {
  cache: Cache<T>;
  failure: () => Failure | undefined;
  stop: AbortController;
}

/**
 * Starts a cache when an APIServiceNamespace is ready, and stops it when the
 * APIServiceNamespace is deleted. Starts immediately.
 */
export function cachePerServiceNamespace<T extends KubeObject>(
  options: ProviderCacheOptions<T> & { serviceNamespaces: ServiceNamespaces },
): ProviderCache<T> {
  const { client, resource, serviceNamespaces, signal, logger } = options;
  /** By name of the service namespace. */
  const running = new Map<string, Running<T>>();
  const watchedNamespaces = new Map<string, string>();
  const syncedCacheOf = (serviceNamespace = '') => {
    const cache = running.get(serviceNamespace)?.cache;
    return cache?.synced ? cache : undefined;
  };

  function startCache(namespace: string, serviceNamespace: string) {
    const stop = new AbortController();
    const watchSignal = AbortSignal.any([signal, stop.signal]);
    const cache = createCache({
      client,
      resource,
      namespace: serviceNamespace,
      fieldSelector: options.fieldSelector,
      project: options.project,
      logger,
      metrics: options.metrics,
    });
    const failure = trackFailure(cache, `in ${serviceNamespace}`);
    cache.subscribe(change => {
      if (!watchSignal.aborted) options.changed(change);
    });
    cache.onHealth(() => {
      if (!watchSignal.aborted) options.healthChanged();
    });
    cache.whenSynced(watchSignal).then(
      () => options.namespaceSynced(namespace),
      () => undefined,
    );
    cache.start(watchSignal);
    running.set(serviceNamespace, { cache, failure, stop });
    watchedNamespaces.set(namespace, serviceNamespace);
  }

  function syncNamespace(namespace: string) {
    const desired = serviceNamespaces.of(namespace);
    const current = watchedNamespaces.get(namespace);
    if (current === desired) return;
    if (current !== undefined) {
      running.get(current)?.stop.abort();
      running.delete(current);
      watchedNamespaces.delete(namespace);
      // The failing cache may have been this one, and its later health changes
      // are ignored.
      options.healthChanged();
    }
    if (desired) startCache(namespace, desired);
  }

  const nameOf = (object: APIServiceNamespace) => object.metadata.name ?? '';
  const unsubscribe = serviceNamespaces.cache.subscribe(({ object }) =>
    syncNamespace(nameOf(object)),
  );
  signal.addEventListener('abort', unsubscribe, { once: true });
  serviceNamespaces.cache
    .list()
    .forEach(object => syncNamespace(nameOf(object)));

  return {
    hasSynced: ({ namespace }) => syncedCacheOf(namespace) !== undefined,
    get: key => syncedCacheOf(key.namespace)?.get(keyOf({ metadata: key })),
    list: namespace => syncedCacheOf(namespace)?.list() ?? [],
    all: () =>
      [...running.keys()].flatMap(
        namespace => syncedCacheOf(namespace)?.list() ?? [],
      ),
    failure: () => {
      for (const { failure } of running.values()) {
        const found = failure();
        if (found) return found;
      }
      return undefined;
    },
  };
}
