/** Pairs namespaces of the app cluster with service namespaces: asks for them, and knows which is which. */
import {
  bindResources,
  names,
  serviceNamespaceName,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { isAlreadyExists, type Cache, type KubeClient } from '@klutch/kube';
import { annotations } from '../markers';

/** Where the binding backend says in words why a service namespace cannot be made. */
const problemAnnotation = annotations.serviceNamespaceProblem;

const byServiceNamespace = 'service-namespace';

/** The indexes that the cache of {@link createServiceNamespaces} must have. */
export const serviceNamespaceIndexes = {
  [byServiceNamespace]: ({ status }: APIServiceNamespace) =>
    status?.namespace ? [status.namespace] : [],
};

/** Namespaces of one cluster namespace. */
export interface ServiceNamespaces {
  /** The APIServiceNamespaces of the cluster namespace. */
  readonly cache: Cache<APIServiceNamespace>;
  /** The service namespace of a namespace, once it is ready for use. */
  of(namespace: string): string | undefined;
  /** The same, asked of the control plane now. */
  askFor(namespace: string): Promise<string | undefined>;
  /** The namespace of a service namespace; undefined when it is none of ours. */
  consumerOf(serviceNamespace: string): string | undefined;
  /** Asks the control plane for a service namespace, unless that has been done. */
  request(namespace: string): Promise<void>;
  /** Why there is no service namespace yet, in words. */
  whyMissing(namespace: string): string;
  /** Why there can be none for a namespace of that name, in words; undefined when there can. */
  whyImpossible(namespace: string): string | undefined;
}

/**
 * @param cache - of the APIServiceNamespaces, with {@link serviceNamespaceIndexes}.
 * @param clusterNamespace - the cluster namespace that holds them.
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
      await client.create<APIServiceNamespace>(
        bindResources.serviceNamespaces,
        {
          apiVersion: names.apiVersion,
          kind: 'APIServiceNamespace',
          metadata: {
            name: namespace,
            namespace: clusterNamespace,
            annotations: { [annotations.consumerCluster]: consumerCluster },
          },
          spec: {},
        },
      );
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
    async askFor(namespace) {
      const found = await client.get<APIServiceNamespace>(
        bindResources.serviceNamespaces,
        { namespace: clusterNamespace, name: namespace },
      );
      return found?.status?.namespace || undefined;
    },
    consumerOf: serviceNamespace =>
      cache.byIndex(byServiceNamespace, serviceNamespace)[0]?.metadata.name,
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
      return found?.metadata.deletionTimestamp
        ? 'The former service namespace of this namespace is still being removed from the control plane.'
        : 'The control plane has not prepared the service namespace yet. Ask its operator if this lasts.';
    },
    whyImpossible(namespace) {
      const name = serviceNamespaceName(clusterNamespace, namespace);
      return name.ok ? undefined : name.error;
    },
  };
}
