/** Pairs namespaces of the app cluster with service namespaces: asks for them, and knows which is which. */
import {
  bindResources,
  names,
  serviceNamespaceName,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  isAlreadyExists,
  type Cache,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import { nextTimedBackoff, type TimedBackoff } from '../feedback/backoff';
import { refusalOf } from '../feedback/refusal';
import { annotations } from '../markers';
import {
  createSyncedTypeRecords,
  type SyncedTypeRecords,
} from './syncedTypeRecords';

/** Where the binding backend says in words why a service namespace cannot be made. */
const problemAnnotation = annotations.serviceNamespaceProblem;

const byServiceNamespace = 'service-namespace';

/** The indexes that the cache of {@link createServiceNamespaces} must have. */
export const serviceNamespaceIndexes = {
  [byServiceNamespace]: ({ status }: APIServiceNamespace) =>
    status?.namespace ? [status.namespace] : [],
};

/** The service namespace of a namespace, asked of the control plane. */
export type LiveServiceNamespace =
  | { at: 'ready'; name: string }
  /** It was asked for, but nobody says its name: it is not made yet, or a restored control plane forgot it. `why` in words. */
  | { at: 'waiting'; why: string }
  /** Nobody asks for one. `formerly`: name of one that may have outlived its APIServiceNamespace. */
  | { at: 'missing'; formerName?: string };

/** Namespaces of one cluster namespace, and what may be in them. */
export interface ServiceNamespaces extends SyncedTypeRecords {
  /** The APIServiceNamespaces of the cluster namespace. */
  readonly cache: Cache<APIServiceNamespace>;
  /** The service namespace of a namespace, once it is ready for use. */
  of(namespace: string): string | undefined;
  /** The same, asked of the control plane now; nothing is made. */
  getLive(namespace: string): Promise<LiveServiceNamespace>;
  /** The namespace of a service namespace; undefined when it is none of ours. */
  consumerOf(serviceNamespace: string): string | undefined;
  /**
   * Asks the control plane for a service namespace, unless that was done a moment ago.
   * @param type - that is to be synced into it; it is noted at once.
   * @returns milliseconds after which to ask again, as the request was not accepted, or the watch does not show what came
   * of it; undefined: nothing more is to be asked.
   * @throws when that may pass in a moment.
   */
  request(namespace: string, type: string): Promise<number | undefined>;
  /** Why there is no service namespace yet, in words. */
  notReadyReason(namespace: string): string;
  /** Why there can be none for a namespace of that name, in words; undefined when there can. */
  impossibleReason(namespace: string): string | undefined;
}

const notPrepared =
  'The control plane has not prepared the service namespace yet. Ask its operator if this lasts.';

/**
 * How long an accepted request counts although the watch does not show the APIServiceNamespace: any healthy watch does
 * by then, and without one it may have been deleted again unseen. Milliseconds.
 */
const watchTimeoutMs = 30_000;

/** Why an APIServiceNamespace names no service namespace for use. */
const unnamedReason = ({ metadata }: APIServiceNamespace): string =>
  metadata.annotations?.[problemAnnotation] ??
  (metadata.deletionTimestamp
    ? 'The former service namespace of this namespace is still being removed from the control plane.'
    : notPrepared);

/** The control plane did not accept that a service namespace is asked for. */
interface Refused extends TimedBackoff {
  /** In a sentence, with the words of its API server. */
  why: string;
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
  logger: Logger;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}): ServiceNamespaces {
  const { client, cache, clusterNamespace, consumerCluster, logger } = options;
  const now = options.now ?? Date.now;
  const pendingRequests = new Map<string, Promise<number>>();
  const refused = new Map<string, Refused>();
  /** When to ask again for those that the watch does not show; milliseconds. */
  const accepted = new Map<string, number>();
  cache.subscribe(({ object }) => {
    const { name = '' } = object.metadata;
    accepted.delete(name);
    refused.delete(name);
  });

  const find = (namespace: string) =>
    cache.get(`${clusterNamespace}/${namespace}`);

  function markAccepted(namespace: string): number {
    refused.delete(namespace);
    accepted.set(namespace, now() + watchTimeoutMs);
    return watchTimeoutMs;
  }

  async function create(namespace: string, type: string): Promise<number> {
    try {
      await client.create<APIServiceNamespace>(
        bindResources.serviceNamespaces,
        {
          apiVersion: names.apiVersion,
          kind: 'APIServiceNamespace',
          metadata: {
            name: namespace,
            namespace: clusterNamespace,
            annotations: {
              [annotations.consumerCluster]: consumerCluster,
              [annotations.syncedTypes]: type,
            },
          },
          spec: {},
        },
      );
      return markAccepted(namespace);
    } catch (error) {
      if (isAlreadyExists(error)) return markAccepted(namespace);
      const why = refusalOf(error, 'control plane')?.message;
      if (why === undefined) throw error;
      const requestedAt = now();
      const backoff = nextTimedBackoff(refused.get(namespace), requestedAt);
      refused.set(namespace, { ...backoff, why });
      logger.warn(
        { err: error, namespace },
        'the control plane does not accept the request for a service namespace',
      );
      return backoff.retryAt - requestedAt;
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
    async getLive(namespace) {
      const found = await client.get<APIServiceNamespace>(
        bindResources.serviceNamespaces,
        { namespace: clusterNamespace, name: namespace },
      );
      const name = found?.status?.namespace;
      if (name) return { at: 'ready', name };
      if (found) return { at: 'waiting', why: unnamedReason(found) };
      const formerly = serviceNamespaceName(clusterNamespace, namespace);
      return {
        at: 'missing',
        ...(formerly.ok && { formerName: formerly.value }),
      };
    },
    consumerOf: serviceNamespace =>
      cache.byIndex(byServiceNamespace, serviceNamespace)[0]?.metadata.name,
    async request(namespace, type) {
      if (find(namespace)) return undefined;
      const present = pendingRequests.get(namespace);
      if (present) return present;
      const until = Math.max(
        accepted.get(namespace) ?? 0,
        refused.get(namespace)?.retryAt ?? 0,
      );
      if (until > now()) return until - now();
      const request = create(namespace, type).finally(() =>
        pendingRequests.delete(namespace),
      );
      pendingRequests.set(namespace, request);
      return request;
    },
    ...createSyncedTypeRecords(options),
    notReadyReason(namespace) {
      const found = find(namespace);
      if (found) return unnamedReason(found);
      const why = refused.get(namespace)?.why;
      return why
        ? `There is no service namespace for this namespace, and none can be asked for. ${why}`
        : notPrepared;
    },
    impossibleReason(namespace) {
      const name = serviceNamespaceName(clusterNamespace, namespace);
      return name.ok ? undefined : name.error;
    },
  };
}
