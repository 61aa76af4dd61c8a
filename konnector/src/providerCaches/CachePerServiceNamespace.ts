/** One cache of a resource type for each service namespace, which limits the watches to the konnector's rights. */
import type { APIServiceNamespace } from '@klutch/bind-api';
import {
  createCache,
  keyOf,
  type Cache,
  type KubeObject,
  type ObjectKey,
} from '@klutch/kube';
import { trackFailure, type Failure } from '../failure';
import type { ProviderCache, ProviderCacheOptions } from './ProviderCache';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';

interface Running<T extends KubeObject> {
  cache: Cache<T>;
  failure: () => Failure | undefined;
  stop: AbortController;
}

/**
 * Starts a cache when an APIServiceNamespace is ready, and stops it when the
 * APIServiceNamespace is deleted. Starts immediately.
 */
export class CachePerServiceNamespace<
  T extends KubeObject,
> implements ProviderCache<T> {
  /** By name of the service namespace. */
  private readonly running = new Map<string, Running<T>>();
  private readonly watchedNamespaces = new Map<string, string>();

  constructor(
    private readonly options: ProviderCacheOptions<T> & {
      serviceNamespaces: ServiceNamespaces;
    },
  ) {
    const { cache } = options.serviceNamespaces;
    const sync = ({ metadata }: APIServiceNamespace) =>
      this.syncNamespace(metadata.name ?? '');
    const unsubscribe = cache.subscribe(({ object }) => sync(object));
    options.signal.addEventListener('abort', unsubscribe, { once: true });
    cache.list().forEach(sync);
  }

  private syncNamespace(namespace: string): void {
    const desired = this.options.serviceNamespaces.of(namespace);
    const current = this.watchedNamespaces.get(namespace);
    if (current === desired) return;
    if (current !== undefined) {
      this.running.get(current)?.stop.abort();
      this.running.delete(current);
      this.watchedNamespaces.delete(namespace);
      // The failing cache may have been this one, and its later health changes
      // are ignored.
      this.options.healthChanged();
    }
    if (desired) this.startCache(namespace, desired);
  }

  private startCache(namespace: string, serviceNamespace: string): void {
    const { options } = this;
    const stop = new AbortController();
    const watchSignal = AbortSignal.any([options.signal, stop.signal]);
    const cache = createCache({
      client: options.client,
      resource: options.resource,
      namespace: serviceNamespace,
      fieldSelector: options.fieldSelector,
      project: options.project,
      logger: options.logger,
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
    this.running.set(serviceNamespace, { cache, failure, stop });
    this.watchedNamespaces.set(namespace, serviceNamespace);
  }

  private syncedCacheOf(serviceNamespace = ''): Cache<T> | undefined {
    const cache = this.running.get(serviceNamespace)?.cache;
    return cache?.synced ? cache : undefined;
  }

  hasSynced({ namespace }: ObjectKey): boolean {
    return this.syncedCacheOf(namespace) !== undefined;
  }

  get(key: ObjectKey): T | undefined {
    return this.syncedCacheOf(key.namespace)?.get(keyOf({ metadata: key }));
  }

  list(namespace: string): T[] {
    return this.syncedCacheOf(namespace)?.list() ?? [];
  }

  all(): T[] {
    return [...this.running.keys()].flatMap(namespace => this.list(namespace));
  }

  failure(): Failure | undefined {
    for (const { failure } of this.running.values()) {
      const found = failure();
      if (found) return found;
    }
    return undefined;
  }
}
