/** Requests service namespaces for namespaces of the app cluster, and maps between the two. */
import {
  bindResources,
  names,
  serviceNamespaceName,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { isAlreadyExists, type Cache } from '@klutch/kube';
import { nextTimedBackoff, type TimedBackoff } from '../feedback/backoff';
import { refusalOf } from '../feedback/refusal';
import { annotations } from '../markers';
import {
  SyncedTypeRecords,
  type SyncedTypeRecordsOptions,
} from './SyncedTypeRecords';

/** Annotation with the binding backend's reason why it cannot create a service namespace. */
const problemAnnotation = annotations.serviceNamespaceProblem;

const byServiceNamespace = 'service-namespace';

/** The indexes that the cache of {@link ServiceNamespaces} needs. */
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
  /** Not requested. `formerName`: name of one that may have outlived its APIServiceNamespace. */
  | { at: 'missing'; formerName?: string };

const notPrepared =
  'The control plane has not prepared the service namespace yet. If this persists, ask its operator.';

/**
 * Delay before an accepted request is repeated while the watch does not show the APIServiceNamespace: a healthy watch
 * shows the APIServiceNamespace by then, unless somebody has deleted it again. Milliseconds.
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

export interface ServiceNamespacesOptions extends SyncedTypeRecordsOptions {
  /** Of the APIServiceNamespaces, with {@link serviceNamespaceIndexes}. */
  cache: Cache<APIServiceNamespace>;
  /** Holds the APIServiceNamespaces. */
  clusterNamespace: string;
  /** UID that identifies the app cluster, see `ClusterPins`. */
  consumerCluster: string;
}

/** Service namespaces of one cluster namespace. */
export class ServiceNamespaces {
  /** The APIServiceNamespaces of the cluster namespace. */
  readonly cache: Cache<APIServiceNamespace>;
  /** The types that are synced into the service namespaces. */
  readonly syncedTypes: SyncedTypeRecords;
  private readonly pendingRequests = new Map<string, Promise<number>>();
  private readonly refused = new Map<string, Refused>();
  /**
   * By namespace: when an accepted request that the watch does not show may be
   * repeated, see {@link watchTimeoutMs}; milliseconds since 1970.
   */
  private readonly accepted = new Map<string, number>();
  private readonly now: () => number;

  constructor(private readonly options: ServiceNamespacesOptions) {
    this.cache = options.cache;
    this.now = options.now ?? Date.now;
    this.cache.subscribe(({ object }) => {
      const { name = '' } = object.metadata;
      this.accepted.delete(name);
      this.refused.delete(name);
    });
    this.syncedTypes = new SyncedTypeRecords(options);
  }

  private find(namespace: string): APIServiceNamespace | undefined {
    return this.cache.get(`${this.options.clusterNamespace}/${namespace}`);
  }

  /** The service namespace of a namespace, once ready for use. */
  of(namespace: string): string | undefined {
    const found = this.find(namespace);
    return found?.metadata.deletionTimestamp
      ? undefined
      : found?.status?.namespace || undefined;
  }

  /** The service namespace of a namespace, read live from the control plane; creates nothing. */
  async getLive(namespace: string): Promise<LiveServiceNamespace> {
    const { client, clusterNamespace } = this.options;
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
  }

  /** The app cluster namespace of a service namespace; undefined when it is not ours. */
  consumerOf(serviceNamespace: string): string | undefined {
    return this.cache.byIndex(byServiceNamespace, serviceNamespace)[0]?.metadata
      .name;
  }

  /**
   * Requests a service namespace from the control plane, unless requested recently.
   * @param type - the type to be synced into it, which is recorded in the same write.
   * @returns milliseconds after which to call again, as the request was rejected, or the watch does not show its
   *   result; undefined: nothing more is to be requested.
   * @throws errors that may be transient.
   */
  async request(namespace: string, type: string): Promise<number | undefined> {
    if (this.find(namespace)) return undefined;
    const present = this.pendingRequests.get(namespace);
    if (present) return present;
    const until = Math.max(
      this.accepted.get(namespace) ?? 0,
      this.refused.get(namespace)?.retryAt ?? 0,
    );
    if (until > this.now()) return until - this.now();
    const request = this.create(namespace, type).finally(() =>
      this.pendingRequests.delete(namespace),
    );
    this.pendingRequests.set(namespace, request);
    return request;
  }

  private async create(namespace: string, type: string): Promise<number> {
    const { client, clusterNamespace, consumerCluster } = this.options;
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
    } catch (error) {
      if (!isAlreadyExists(error)) return this.retryDelay(namespace, error);
    }
    this.refused.delete(namespace);
    this.accepted.set(namespace, this.now() + watchTimeoutMs);
    return watchTimeoutMs;
  }

  /** Milliseconds after which to repeat a rejected request. @throws the error when it may be transient. */
  private retryDelay(namespace: string, error: unknown): number {
    const why = refusalOf(error, 'control plane')?.message;
    if (why === undefined) throw error;
    const requestedAt = this.now();
    const backoff = nextTimedBackoff(this.refused.get(namespace), requestedAt);
    this.refused.set(namespace, { ...backoff, why });
    this.options.logger.warn(
      { err: error, namespace },
      'the control plane rejected the request for a service namespace',
    );
    return backoff.retryAt - requestedAt;
  }

  /** Why there is no service namespace yet, in a sentence. */
  notReadyReason(namespace: string): string {
    const found = this.find(namespace);
    if (found) return unnamedReason(found);
    const why = this.refused.get(namespace)?.why;
    return why
      ? `There is no service namespace for this namespace, and the request for one was rejected. ${why}`
      : notPrepared;
  }

  /** Why a namespace of that name cannot have a service namespace, in a sentence; undefined when it can. */
  impossibleReason(namespace: string): string | undefined {
    const name = serviceNamespaceName(this.options.clusterNamespace, namespace);
    return name.ok ? undefined : name.error;
  }
}
