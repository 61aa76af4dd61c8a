/** Caches of the konnector's cluster namespace: exports, service namespaces, the ClusterBinding. */
import {
  bindResources,
  readAPIServiceExport,
  readAPIServiceNamespace,
  readClusterBinding,
  type APIServiceExport,
  type APIServiceNamespace,
  type ClusterBinding,
  type ObjectReader,
} from '@klutch/bind-api';
import {
  createCache,
  type CacheOptions,
  type KubeObject,
  type Logger,
  type Resource,
} from '@klutch/kube';
import { serviceNamespaceIndexes } from '../namespaces/ServiceNamespaces';
import { trackFailure, type Failure } from '../failure';
import { checkedCache, type CheckedCache } from '../checkedCache';

export interface ControlPlaneCaches {
  readonly exports: CheckedCache<APIServiceExport>;
  readonly serviceNamespaces: CheckedCache<APIServiceNamespace>;
  readonly clusterBindings: CheckedCache<ClusterBinding>;
  readonly synced: boolean;
  /** Per cache: why the control plane cannot be watched. */
  readonly failures: readonly (() => Failure | undefined)[];
  /** @param changed - called when the state of a cache may have changed. */
  start(signal: AbortSignal, changed: () => void): void;
}

/** Creates the caches without starting them. @param options.namespace - the cluster namespace. */
export function createControlPlaneCaches(
  options: Pick<
    CacheOptions<KubeObject>,
    'client' | 'namespace' | 'metrics'
  > & { logger: Logger },
): ControlPlaneCaches {
  const cacheOf = <T extends KubeObject>(
    resource: Resource<T>,
    read: ObjectReader<T>,
    indexes?: CacheOptions<T>['indexes'],
  ): CheckedCache<T> =>
    checkedCache(
      createCache<T>({ ...options, resource, indexes }),
      read,
      options.logger,
    );
  const apiExports = cacheOf(bindResources.exports, readAPIServiceExport);
  const serviceNamespaces = cacheOf(
    bindResources.serviceNamespaces,
    readAPIServiceNamespace,
    serviceNamespaceIndexes,
  );
  const clusterBindings = cacheOf(
    bindResources.clusterBindings,
    readClusterBinding,
  );
  const caches = [apiExports, serviceNamespaces, clusterBindings];
  return {
    exports: apiExports,
    serviceNamespaces,
    clusterBindings,
    get synced() {
      return caches.every(cache => cache.synced);
    },
    failures: caches.map(cache =>
      trackFailure<KubeObject>(cache, 'of the control plane'),
    ),
    start(signal, changed) {
      for (const cache of caches) {
        cache.onHealth(changed);
        cache.start(signal);
      }
      Promise.all(caches.map(cache => cache.whenSynced(signal))).then(
        changed,
        () => undefined,
      );
    },
  };
}
