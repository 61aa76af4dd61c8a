/**
 * Records on APIServiceNamespaces which types are synced into their service
 * namespaces, before the first copy of a type is created.
 */
import {
  bindResources,
  fieldManagers,
  withRecordedTypes,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  isForbidden,
  isNotFound,
  retryOnConflict,
  type Cache,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import { nextTimedBackoff, type TimedBackoff } from '../feedback/backoff';
import { annotations } from '../markers';

const withSyncedType = (object: APIServiceNamespace, type: string) =>
  withRecordedTypes(object, annotations.syncedTypes, [type]);

/** How long to continue without retrying after the control plane rejected a record; milliseconds. */
const refusedForMs = 10 * 60_000;

/** A write in progress, or a write that the cache does not show yet. */
type RecordState = Promise<void> | 'done';

/** The last error of a failed record, and when to retry. */
interface Failed extends TimedBackoff {
  error: unknown;
}

const none: ReadonlySet<string> = new Set();

const { serviceNamespaces: resource } = bindResources;

export interface SyncedTypeRecordsOptions {
  client: KubeClient;
  cache: Cache<APIServiceNamespace>;
  clusterNamespace: string;
  logger: Logger;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** Records of the types in the service namespaces of one cluster namespace. */
export class SyncedTypeRecords {
  /** Records being written or written, by namespace and type, until the cache shows them. */
  private readonly records = new Map<string, Map<string, RecordState>>();
  private readonly refused = new Map<string, Set<string>>();
  /** Failed records, by namespace. */
  private readonly failed = new Map<string, Failed>();
  private refusedUntil = -Infinity;
  private isLogged = false;
  private readonly now: () => number;

  constructor(private readonly options: SyncedTypeRecordsOptions) {
    this.now = options.now ?? Date.now;
    options.cache.subscribe(({ type, object }) => {
      const { name = '' } = object.metadata;
      this.records.delete(name);
      this.failed.delete(name);
      if (type === 'deleted') this.refused.delete(name);
    });
  }

  /**
   * Undefined when the type is recorded, or recording is not allowed: then syncing continues without the record.
   * Otherwise resolves when recorded and rejects on failure; no copy must be created in the service namespace before.
   * At most one write for each service namespace and type; a failed write is retried after a backoff, and rejects with
   * the same error until then.
   */
  record(namespace: string, type: string): Promise<void> | undefined {
    const { cache, clusterNamespace } = this.options;
    const found = cache.get(`${clusterNamespace}/${namespace}`);
    if (!found || !withSyncedType(found, type)) return undefined;
    const ofNamespace =
      this.records.get(namespace) ?? new Map<string, RecordState>();
    this.records.set(namespace, ofNamespace);
    const before = ofNamespace.get(type);
    if (before) return before === 'done' ? undefined : before;
    if (this.now() < this.refusedUntil) {
      this.markUnrecorded(namespace, type);
      return undefined;
    }
    const failure = this.failed.get(namespace);
    if (failure && this.now() < failure.retryAt) {
      return Promise.reject(failure.error);
    }
    const running = this.tryToRecord(namespace, type).then(
      done => {
        if (done) ofNamespace.set(type, 'done');
        else ofNamespace.delete(type);
      },
      error => {
        ofNamespace.delete(type);
        throw error;
      },
    );
    ofNamespace.set(type, running);
    return running;
  }

  /** Types that this process could not record. */
  unrecorded(namespace: string): ReadonlySet<string> {
    return this.refused.get(namespace) ?? none;
  }

  /** Whether records can be written; if not, the records may be incomplete. */
  canRecord(): Promise<boolean> {
    return this.options.client.canI({
      verb: 'patch',
      group: resource.group,
      resource: resource.plural,
      namespace: this.options.clusterNamespace,
    });
  }

  /** @returns whether the type is recorded; false when recording is forbidden. */
  private async tryToRecord(namespace: string, type: string): Promise<boolean> {
    try {
      if (await this.write(namespace, type)) this.isLogged = false;
      this.refused.get(namespace)?.delete(type);
      this.failed.delete(namespace);
      return true;
    } catch (error) {
      if (isForbidden(error)) this.rememberRefusal(namespace, type, error);
      else this.rememberFailure(namespace, type, error);
      return false;
    }
  }

  /** @returns whether a record was written; false when there was nothing to write. */
  private write(namespace: string, type: string): Promise<boolean> {
    const { client, clusterNamespace } = this.options;
    const key = { namespace: clusterNamespace, name: namespace };
    return retryOnConflict(async () => {
      const live = await client.get(resource, key);
      const added = live && withSyncedType(live, type);
      if (!added) return false;
      const { uid, resourceVersion } = live.metadata;
      try {
        await client.mergePatch(
          resource,
          key,
          { metadata: { uid, resourceVersion, annotations: added } },
          { fieldManager: fieldManagers.marker },
        );
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    });
  }

  private markUnrecorded(namespace: string, type: string): void {
    const types = this.refused.get(namespace) ?? new Set();
    this.refused.set(namespace, types.add(type));
  }

  private rememberRefusal(namespace: string, type: string, err: unknown): void {
    this.markUnrecorded(namespace, type);
    this.refusedUntil = this.now() + refusedForMs;
    if (this.isLogged) return;
    this.isLogged = true;
    this.options.logger.warn(
      { err },
      'types synced into service namespaces cannot be recorded, so service namespaces are kept when their namespace is deleted. The ClusterRole klutch-binder of the control plane needs the verb patch on apiservicenamespaces',
    );
  }

  /** @throws the error, again. */
  private rememberFailure(
    namespace: string,
    type: string,
    error: unknown,
  ): never {
    const next = nextTimedBackoff(this.failed.get(namespace), this.now());
    this.failed.set(namespace, { ...next, error });
    this.options.logger.warn(
      { err: error, namespace, type },
      'a type synced into a service namespace could not be recorded; no more copies of the type are created there until it is',
    );
    throw error;
  }
}
