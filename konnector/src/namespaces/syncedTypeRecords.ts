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

/**
 * How long to continue without retrying after the control plane rejected a
 * record; milliseconds.
 */
const refusedForMs = 10 * 60_000;

/** Records of the types in the service namespaces of one cluster namespace. */
export interface SyncedTypeRecords {
  /**
   * Undefined when the type is recorded, or recording is not allowed: then
   * syncing continues without the record. Otherwise resolves when recorded and
   * rejects on failure; no copy must be created in the service namespace
   * before. At most one write for each service namespace and type; a failed
   * write is retried after a backoff, and rejects with the same error until
   * then.
   */
  recordSyncedType(namespace: string, type: string): Promise<void> | undefined;
  /** Types that this process could not record. */
  unrecordedTypes(namespace: string): ReadonlySet<string>;
  /** Whether records can be written; if not, the records may be incomplete. */
  canRecord(): Promise<boolean>;
}

/** A write in progress, or a write that the cache does not show yet. */
type RecordState = Promise<void> | 'done';

/** The last error of a failed record, and when to retry. */
interface Failed extends TimedBackoff {
  error: unknown;
}

const none: ReadonlySet<string> = new Set();

/** @param options.now - clock in milliseconds, for tests. */
export function createSyncedTypeRecords(options: {
  client: KubeClient;
  cache: Cache<APIServiceNamespace>;
  clusterNamespace: string;
  logger: Logger;
  now?: () => number;
}): SyncedTypeRecords {
  const { client, cache, clusterNamespace, logger, now = Date.now } = options;
  const resource = bindResources.serviceNamespaces;
  /** Records being written or written, by namespace and type, until the cache shows them. */
  const records = new Map<string, Map<string, RecordState>>();
  const refused = new Map<string, Set<string>>();
  /** Failed records, by namespace. */
  const failed = new Map<string, Failed>();
  let refusedUntil = -Infinity;
  let isLogged = false;
  cache.subscribe(({ type, object }) => {
    const { name = '' } = object.metadata;
    records.delete(name);
    failed.delete(name);
    if (type === 'deleted') refused.delete(name);
  });

  /**
   * @returns whether a record was written; false when there was nothing to
   * write.
   */
  function write(namespace: string, type: string): Promise<boolean> {
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

  function markUnrecorded(namespace: string, type: string): void {
    const types = refused.get(namespace) ?? new Set();
    refused.set(namespace, types.add(type));
  }

  /**
   * @returns whether the type is recorded; false when recording is forbidden.
   */
  async function tryToRecord(
    namespace: string,
    type: string,
  ): Promise<boolean> {
    try {
      if (await write(namespace, type)) isLogged = false;
      refused.get(namespace)?.delete(type);
      failed.delete(namespace);
      return true;
    } catch (error) {
      if (!isForbidden(error)) {
        const next = nextTimedBackoff(failed.get(namespace), now());
        failed.set(namespace, { ...next, error });
        logger.warn(
          { err: error, namespace, type },
          'a type synced into a service namespace could not be recorded; no more copies of the type are created there until it is',
        );
        throw error;
      }
      markUnrecorded(namespace, type);
      refusedUntil = now() + refusedForMs;
      if (isLogged) return false;
      isLogged = true;
      logger.warn(
        { err: error },
        'types synced into service namespaces cannot be recorded, so service namespaces are kept when their namespace is deleted. The ClusterRole klutch-binder of the control plane needs the verb patch on apiservicenamespaces',
      );
      return false;
    }
  }

  return {
    recordSyncedType(namespace, type) {
      const found = cache.get(`${clusterNamespace}/${namespace}`);
      if (!found || !withSyncedType(found, type)) return undefined;
      const ofNamespace =
        records.get(namespace) ?? new Map<string, RecordState>();
      records.set(namespace, ofNamespace);
      const before = ofNamespace.get(type);
      if (before) return before === 'done' ? undefined : before;
      if (now() < refusedUntil) {
        markUnrecorded(namespace, type);
        return undefined;
      }
      const failure = failed.get(namespace);
      if (failure && now() < failure.retryAt) {
        return Promise.reject(failure.error);
      }
      const running = tryToRecord(namespace, type).then(
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
    },
    unrecordedTypes: namespace => refused.get(namespace) ?? none,
    canRecord: () =>
      client.canI({
        verb: 'patch',
        group: resource.group,
        resource: resource.plural,
        namespace: clusterNamespace,
      }),
  };
}
