/** Pairs namespaces of the app cluster with service namespaces: asks for them, and knows which is which. */
import {
  apiServiceNamespaceResource,
  serviceNamespaceName,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { isAlreadyExists, type Cache, type KubeClient } from '@klutch/kube';
import { annotations } from '../markers';

/** Where the binding backend says in words why a service namespace cannot be made. */
const problemAnnotation = 'klutch.anynines.com/service-namespace-problem';

/** Namespaces of one cluster namespace. */
export interface ServiceNamespaces {
  /** The APIServiceNamespaces of the cluster namespace. */
  readonly cache: Cache<APIServiceNamespace>;
  /** The service namespace of a namespace, once it is ready for use. */
  of(namespace: string): string | undefined;
  /** Asks the control plane for a service namespace, unless that has been done. */
  request(namespace: string): Promise<void>;
  /** Why there is no service namespace yet, in words. */
  whyMissing(namespace: string): string;
}

/**
 * @param clusterNamespace - the cluster namespace that holds the APIServiceNamespaces.
 * @param consumerCluster - stands for the app cluster, see `ClusterPins`.
 */
export function createServiceNamespaces(options: {
  client: KubeClient;
  cache: Cache<APIServiceNamespace>;
  clusterNamespace: string;
  consumerCluster: string;
}): ServiceNamespaces {
  const { client, cache, clusterNamespace, consumerCluster } = options;
  const requested = new Map<string, Promise<void>>();
  cache.subscribe(({ object }) => requested.delete(object.metadata.name ?? ''));

  const find = (namespace: string) =>
    cache.get(`${clusterNamespace}/${namespace}`);

  async function create(namespace: string): Promise<void> {
    try {
      await client.create<APIServiceNamespace>(apiServiceNamespaceResource, {
        apiVersion: 'klutch.anynines.com/v1alpha1',
        kind: 'APIServiceNamespace',
        metadata: {
          name: namespace,
          namespace: clusterNamespace,
          annotations: { [annotations.consumerCluster]: consumerCluster },
        },
        spec: {},
      });
    } catch (error) {
      if (isAlreadyExists(error)) return;
      requested.delete(namespace);
      throw error;
    }
  }

  return {
    cache,
    of: namespace => {
      const found = find(namespace);
      return found?.metadata.deletionTimestamp
        ? undefined
        : found?.status?.namespace || undefined;
    },
    async request(namespace) {
      if (find(namespace)) return;
      const running = requested.get(namespace) ?? create(namespace);
      requested.set(namespace, running);
      await running;
    },
    whyMissing(namespace) {
      const found = find(namespace);
      const problem = found?.metadata.annotations?.[problemAnnotation];
      if (problem) return problem;
      const name = serviceNamespaceName(clusterNamespace, namespace);
      if (!name.ok) return name.error;
      return found?.metadata.deletionTimestamp
        ? 'The former service namespace of this namespace is still being removed from the control plane.'
        : 'The control plane has not prepared the service namespace yet. Ask its operator if this lasts.';
    },
  };
}
