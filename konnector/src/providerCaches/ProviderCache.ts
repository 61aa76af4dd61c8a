/** Cache of a control plane's objects of one type, watched where the konnector's rights and the copies are. */
import type { APIServiceExport, APIServiceNamespace } from '@klutch/bind-api';
import {
  createCache,
  keyOf,
  type Cache,
  type CacheChange,
  type KubeClient,
  type KubeMetrics,
  type KubeObject,
  type Logger,
  type ObjectKey,
  type Resource,
} from '@klutch/kube';
import { trackFailure, type Failure } from '../failure';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { onAbort } from '../onAbort';

/** Where objects are watched. The caches of the whole cluster contain other tenants' objects, too. */
export type ProviderScope =
  | 'cluster'
  | 'serviceNamespaces'
  | { namespace: string };

/**
 * Where the copies of a type can be watched.
 * @param informerScope - relevant only for copies in service namespaces.
 */
export function providerScopeOf(
  { consumer, provider }: Pick<Mapping, 'consumer' | 'provider'>,
  informerScope: APIServiceExport['spec']['informerScope'],
  clusterNamespace: string,
): ProviderScope {
  if (!provider.namespaced) return 'cluster';
  if (!consumer.namespaced) return { namespace: clusterNamespace };
  return informerScope === 'Cluster' ? 'cluster' : 'serviceNamespaces';
}

/** Told what changes in a {@link ProviderCache}, until its signal aborts. */
export interface ProviderCacheListener<T extends KubeObject> {
  /** An object changed. */
  providerChanged(change: CacheChange<T>): void;
  /**
   * The cache of a service namespace has synced.
   * @param namespace - its namespace on the app cluster; `''` for objects outside service namespaces.
   */
  namespaceSynced(namespace: string): void;
  /** {@link ProviderCache.failure} may have changed. */
  changed(): void;
}

export interface ProviderCacheOptions<T extends KubeObject> {
  scope: ProviderScope;
  mapping: { consumer: { namespaced: boolean } };
  serviceNamespaces: ServiceNamespaces;
  client: KubeClient;
  /** The type on the control plane. */
  resource: Resource<T>;
  /** Server-side field selector; default: all objects. */
  fieldSelector?: string;
  /** Reduces each cached object, to save memory. */
  project?: (object: T) => T;
  listener: ProviderCacheListener<T>;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KubeMetrics;
}

interface Running<T extends KubeObject> {
  cache: Cache<T>;
  failure: () => Failure | undefined;
  stop: AbortController;
}

/** Cached objects of the control plane cluster. Keys and namespaces are those of the control plane. */
export class ProviderCache<T extends KubeObject> {
  /** By service namespace; `''`: the only cache of the other scopes. */
  private readonly caches = new Map<string, Running<T>>();
  /** Service namespaces with a cache, by namespace of the app cluster. */
  private readonly watchedNamespaces = new Map<string, string>();

  constructor(private readonly options: ProviderCacheOptions<T>) {}

  /** Starts to watch. Call once only. */
  start(): void {
    const { options } = this;
    const { scope } = options;
    if (scope === 'serviceNamespaces') {
      this.followServiceNamespaces();
      return;
    }
    const namespace = scope === 'cluster' ? undefined : scope.namespace;
    this.startCache('', namespace, () => {
      for (const { metadata } of options.serviceNamespaces.cache.list())
        options.listener.namespaceSynced(metadata.name ?? '');
      options.listener.namespaceSynced('');
    });
  }

  /** Starts a cache when an APIServiceNamespace is ready, and stops it when the APIServiceNamespace is deleted. */
  private followServiceNamespaces(): void {
    const { serviceNamespaces, signal } = this.options;
    const sync = ({ metadata }: APIServiceNamespace) =>
      this.syncNamespace(metadata.name ?? '');
    const unsubscribe = serviceNamespaces.cache.subscribe(({ object }) =>
      sync(object),
    );
    onAbort(signal, unsubscribe);
    serviceNamespaces.cache.list().forEach(sync);
  }

  private syncNamespace(namespace: string): void {
    const desired = this.options.serviceNamespaces.of(namespace);
    const current = this.watchedNamespaces.get(namespace);
    if (current === desired) return;
    if (current !== undefined) {
      this.caches.get(current)?.stop.abort();
      this.caches.delete(current);
      this.watchedNamespaces.delete(namespace);
      // The failing cache may have been this one, and its later health changes
      // are ignored.
      this.options.listener.changed();
    }
    if (!desired) return;
    this.startCache(desired, desired, () =>
      this.options.listener.namespaceSynced(namespace),
    );
    this.watchedNamespaces.set(namespace, desired);
  }

  /** @param namespace - the only namespace to watch; undefined: all. */
  private startCache(
    key: string,
    namespace: string | undefined,
    onSynced: () => void,
  ): void {
    const { options } = this;
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    const cache = createCache({
      client: options.client,
      resource: options.resource,
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
      if (!signal.aborted) options.listener.providerChanged(change);
    });
    cache.onHealth(() => {
      if (!signal.aborted) options.listener.changed();
    });
    cache.whenSynced(signal).then(onSynced, () => undefined);
    cache.start(signal);
    this.caches.set(key, { cache, failure, stop });
  }

  private syncedCacheOf(namespace = ''): Cache<T> | undefined {
    const { scope } = this.options;
    const key = scope === 'serviceNamespaces' ? namespace : '';
    const cache = this.caches.get(key)?.cache;
    return cache?.synced ? cache : undefined;
  }

  /** Whether the cache for the key's namespace has synced; before, a missing object may still exist. */
  hasSynced({ namespace }: ObjectKey): boolean {
    return this.syncedCacheOf(namespace) !== undefined;
  }

  /** Whether the caches of all namespaces that may hold copies have synced; before, a missing copy may still exist. */
  allSynced(): boolean {
    const { mapping, serviceNamespaces } = this.options;
    if (!mapping.consumer.namespaced) return this.hasSynced({ name: '' });
    const { cache } = serviceNamespaces;
    return (
      cache.synced &&
      cache.list().every(({ metadata }) => {
        const namespace = serviceNamespaces.of(metadata.name ?? '');
        return !namespace || this.hasSynced({ namespace, name: '' });
      })
    );
  }

  /** The object, if the cache for its namespace has synced. */
  get(key: ObjectKey): T | undefined {
    return this.syncedCacheOf(key.namespace)?.get(keyOf({ metadata: key }));
  }

  /** All objects of a namespace, if its cache has synced. */
  list(namespace: string): T[] {
    const objects = this.syncedCacheOf(namespace)?.list() ?? [];
    return objects.filter(({ metadata }) => metadata.namespace === namespace);
  }

  /** All objects of the caches that have synced. */
  all(): T[] {
    return [...this.caches.values()].flatMap(({ cache }) =>
      cache.synced ? cache.list() : [],
    );
  }

  /** Why objects cannot be watched; undefined when they can. */
  failure(): Failure | undefined {
    for (const { failure } of this.caches.values()) {
      const found = failure();
      if (found) return found;
    }
    return undefined;
  }
}
