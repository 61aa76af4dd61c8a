/** One cache of a resource type for each service namespace: what the konnector may see of the control plane, and no more. */
import type { APIServiceNamespace } from '@klutch/bind-api';
import {
  createCache,
  type Cache,
  type CacheChange,
  type KubeClient,
  type KubeObject,
  type Logger,
  type Resource,
} from '@klutch/kube';
import { followTrouble, type Trouble } from '../trouble';
import type { ServiceNamespaces } from './serviceNamespaces';

/** Follows the APIServiceNamespaces: starts a cache when a service namespace is ready, ends it when it is gone. */
export interface ServiceNamespaceCaches<T extends KubeObject> {
  /** The cache of an app cluster namespace; undefined as long as its content is not known. */
  of(namespace: string): Cache<T> | undefined;
  /** What keeps a cache from following the control plane. */
  trouble(): Trouble | undefined;
}

interface Running<T extends KubeObject> {
  serviceNamespace: string;
  cache: Cache<T>;
  trouble: () => Trouble | undefined;
  stop: AbortController;
}

/**
 * Starts at once and ends with the signal.
 * @param options.changed - an object changed; `namespace` is the app cluster's.
 * @param options.synced - the content of a namespace has become known.
 */
export function startServiceNamespaceCaches<T extends KubeObject>(options: {
  client: KubeClient;
  resource: Resource<T>;
  serviceNamespaces: ServiceNamespaces;
  project?: (object: T) => T;
  changed: (namespace: string, change: CacheChange<T>) => void;
  synced: (namespace: string) => void;
  /** Called when {@link ServiceNamespaceCaches.trouble} may have changed. */
  healthChanged?: () => void;
  signal: AbortSignal;
  logger: Logger;
}): ServiceNamespaceCaches<T> {
  const { client, resource, serviceNamespaces, signal, logger } = options;
  const running = new Map<string, Running<T>>();

  function begin(namespace: string, serviceNamespace: string) {
    const stop = new AbortController();
    const own = AbortSignal.any([signal, stop.signal]);
    const cache = createCache({
      client,
      resource,
      namespace: serviceNamespace,
      project: options.project,
      logger,
    });
    const trouble = followTrouble(cache, `in ${serviceNamespace}`);
    cache.subscribe(change => {
      if (!own.aborted) options.changed(namespace, change);
    });
    cache.onHealth(() => {
      if (!own.aborted) options.healthChanged?.();
    });
    cache.whenSynced(own).then(
      () => options.synced(namespace),
      () => undefined,
    );
    cache.start(own);
    running.set(namespace, { serviceNamespace, cache, trouble, stop });
  }

  function follow(namespace: string) {
    const wanted = serviceNamespaces.of(namespace);
    const current = running.get(namespace);
    if (current?.serviceNamespace === wanted) return;
    current?.stop.abort();
    running.delete(namespace);
    if (wanted) begin(namespace, wanted);
  }

  const nameOf = (object: APIServiceNamespace) => object.metadata.name ?? '';
  const end = serviceNamespaces.cache.subscribe(({ object }) =>
    follow(nameOf(object)),
  );
  signal.addEventListener('abort', end, { once: true });
  serviceNamespaces.cache.list().forEach(object => follow(nameOf(object)));

  return {
    of: namespace => {
      const found = running.get(namespace);
      return found?.cache.synced ? found.cache : undefined;
    },
    trouble: () => {
      for (const { trouble } of running.values()) {
        const found = trouble();
        if (found) return found;
      }
      return undefined;
    },
  };
}
