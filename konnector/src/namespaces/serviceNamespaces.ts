/**
 * Requests service namespaces for namespaces of the app cluster, and maps
 * between the two.
 */
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

/** Annotation with the binding backend's reason why it cannot create a service namespace. */
const problemAnnotation = annotations.serviceNamespaceProblem;

const byServiceNamespace = 'service-namespace';

/** The indexes that the cache of {@link createServiceNamespaces} needs. */
export const serviceNamespaceIndexes = {
  [byServiceNamespace]: ({ status }: APIServiceNamespace) =>
    status?.namespace ? [status.namespace] : [],
};

/** The service namespace of a namespace, read live from the control plane. */
export type LiveServiceNamespace =
  | { at: 'ready'; name: string }
  /**
   * Requested, but without a name in the status: not created yet, or lost by a
   * restore of the control plane. `why` is a sentence.
   */
  | { at: 'waiting'; why: string }
  /**
   * Not requested. `formerName`: name of one that may have outlived its
   * APIServiceNamespace.
   */
  | { at: 'missing'; formerName?: string };

/**
 * Service namespaces of one cluster namespace, and records of the types in
 * them.
 */
export interface ServiceNamespaces extends SyncedTypeRecords {
  /** The APIServiceNamespaces of the cluster namespace. */
  readonly cache: Cache<APIServiceNamespace>;
  /** The service namespace of a namespace, once ready for use. */
  of(namespace: string): string | undefined;
  /**
   * The service namespace of a namespace, read live from the control plane;
   * creates nothing.
   */
  getLive(namespace: string): Promise<LiveServiceNamespace>;
  /**
   * The app cluster namespace of a service namespace; undefined when it is not
   * ours.
   */
  consumerOf(serviceNamespace: string): string | undefined;
  /**
   * Requests a service namespace from the control plane, unless requested
   * recently.
   * @param type - the type to be synced into it, which is recorded in the same
   * write.
   * @returns milliseconds after which to call again, as the request was
   * rejected, or the watch does not show its result; undefined: nothing more is
   * to be requested.
   * @throws errors that may be transient.
   */
  request(namespace: string, type: string): Promise<number | undefined>;
  /** Why there is no service namespace yet, in a sentence. */
  notReadyReason(namespace: string): string;
  /**
   * Why a namespace of that name cannot have a service namespace, in a sentence;
   * undefined when it can.
   */
  impossibleReason(namespace: string): string | undefined;
}

const notPrepared =
  'The control plane has not prepared the service namespace yet. If this persists, ask its operator.';

/**
 * Delay before an accepted request is repeated while the watch does not show the
 * APIServiceNamespace: a healthy watch shows the APIServiceNamespace by then,
 * unless somebody has deleted it again. Milliseconds.
 */
const watchTimeoutMs = 30_000;

/** Why an APIServiceNamespace has no usable service namespace. */
const unnamedReason = ({ metadata }: APIServiceNamespace): string =>
  metadata.annotations?.[problemAnnotation] ??
  (metadata.deletionTimestamp
    ? 'The former service namespace of this namespace is still being deleted on the control plane.'
    : notPrepared);

/** The control plane rejected the request for a service namespace. */
interface Refused extends TimedBackoff {
  /** A sentence that quotes the API server. */
  why: string;
}

/**
 * @param cache - of the APIServiceNamespaces, with
 * {@link serviceNamespaceIndexes}.
 * @param clusterNamespace - the cluster namespace that holds them.
 * @param consumerCluster - UID that identifies the app cluster, see
 * `ClusterPins`.
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
  /**
   * By namespace: when an accepted request that the watch does not show may be
   * repeated, see {@link watchTimeoutMs}; milliseconds since 1970.
   */
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
        'the control plane rejected the request for a service namespace',
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
        ? `There is no service namespace for this namespace, and the request for one was rejected. ${why}`
        : notPrepared;
    },
    impossibleReason(namespace) {
      const name = serviceNamespaceName(clusterNamespace, namespace);
      return name.ok ? undefined : name.error;
    },
  };
}
