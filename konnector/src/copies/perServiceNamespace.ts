/** One cache of a resource type for each service namespace: what the konnector may see of the control plane, and no more. */
import type { APIServiceNamespace } from '@klutch/bind-api';
import { createCache, keyOf, type Cache, type KubeObject } from '@klutch/kube';
import { followTrouble, type Trouble } from '../trouble';
import type {
  ProviderObjects,
  ProviderObjectsOptions,
} from './ProviderObjects';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';

interface Running<T extends KubeObject> {
  cache: Cache<T>;
  trouble: () => Trouble | undefined;
  stop: AbortController;
}

/**
 * Follows the APIServiceNamespaces: starts a cache when a service namespace is ready, ends it when it is gone. Starts at
 * once.
 */
export function perServiceNamespace<T extends KubeObject>(
  options: ProviderObjectsOptions<T> & { serviceNamespaces: ServiceNamespaces },
): ProviderObjects<T> {
  const { client, resource, serviceNamespaces, signal, logger } = options;
  /** By service namespace. */
  const running = new Map<string, Running<T>>();
  const followed = new Map<string, string>();
  const contentOf = (serviceNamespace = '') => {
    const cache = running.get(serviceNamespace)?.cache;
    return cache?.synced ? cache : undefined;
  };

  function begin(namespace: string, serviceNamespace: string) {
    const stop = new AbortController();
    const own = AbortSignal.any([signal, stop.signal]);
    const cache = createCache({
      client,
      resource,
      namespace: serviceNamespace,
      fieldSelector: options.fieldSelector,
      project: options.project,
      logger,
      metrics: options.metrics,
    });
    const trouble = followTrouble(cache, `in ${serviceNamespace}`);
    cache.subscribe(change => {
      if (!own.aborted) options.changed(change);
    });
    cache.onHealth(() => {
      if (!own.aborted) options.healthChanged();
    });
    cache.whenSynced(own).then(
      () => options.becameKnown(namespace),
      () => undefined,
    );
    cache.start(own);
    running.set(serviceNamespace, { cache, trouble, stop });
    followed.set(namespace, serviceNamespace);
  }

  function follow(namespace: string) {
    const wanted = serviceNamespaces.of(namespace);
    const current = followed.get(namespace);
    if (current === wanted) return;
    if (current !== undefined) {
      running.get(current)?.stop.abort();
      running.delete(current);
      followed.delete(namespace);
      // It may have been the one in trouble, and what it says from now on is not heard.
      options.healthChanged();
    }
    if (wanted) begin(namespace, wanted);
  }

  const nameOf = (object: APIServiceNamespace) => object.metadata.name ?? '';
  const end = serviceNamespaces.cache.subscribe(({ object }) =>
    follow(nameOf(object)),
  );
  signal.addEventListener('abort', end, { once: true });
  serviceNamespaces.cache.list().forEach(object => follow(nameOf(object)));

  return {
    known: ({ namespace }) => contentOf(namespace) !== undefined,
    get: key => contentOf(key.namespace)?.get(keyOf({ metadata: key })),
    list: namespace => contentOf(namespace)?.list() ?? [],
    all: () =>
      [...running.keys()].flatMap(
        namespace => contentOf(namespace)?.list() ?? [],
      ),
    trouble: () => {
      for (const { trouble } of running.values()) {
        const found = trouble();
        if (found) return found;
      }
      return undefined;
    },
  };
}
