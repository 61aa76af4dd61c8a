/** What the reconcilers of all managed resources have in common: finalizer, pause, deletion, status. */
import { isDeepStrictEqual } from 'node:util';
import {
  Cache,
  KubeClient,
  ReconcileContext,
  Resource,
  apiVersionOf,
  isNotFound,
} from '@klutch/kube';
import { ServiceError, conditionMessage } from '../errors';
import {
  NewCondition,
  creating,
  deleting,
  mergeConditions,
  notSynced,
  paused,
  synced,
} from '../resources/conditions';
import {
  externalNameAnnotation,
  finalizer,
  isPaused,
} from '../resources/identity';
import { ManagedResource } from '../resources/managedResources';

/** The observed state of what a managed resource is about. */
export interface ManagedStatus<T extends ManagedResource> {
  atProvider?: NonNullable<T['status']>['atProvider'];
  ready: NewCondition;
  /** Conditions besides `Ready` and `Synced`. */
  extraConditions?: NewCondition[];
  /** Why the spec is not in force, although `atProvider` is known. */
  error?: unknown;
}

/** The part that differs from kind to kind. */
export interface ManagedKind<T extends ManagedResource> {
  resource: Resource<T>;
  cache: Cache<T>;
  /** Brings about what the spec says. `reportStatus` shows how far it is. Throws what stands in the way. */
  reconcile(
    object: T,
    reportStatus: (status: ManagedStatus<T>) => Promise<unknown>,
    context: ReconcileContext,
  ): Promise<ManagedStatus<T>>;
  /** Removes what the resource stands for. Throws while that is not possible. */
  remove(object: T, context: ReconcileContext): Promise<void>;
  /** `atProvider` while it is removed. */
  atProviderWhileDeleting?(object: T): ManagedStatus<T>['atProvider'];
}

/** Under this name the server records what the provider set. */
export const fieldManager = 'klutch-provider-local';
/** Changes wake a waiting resource; this is for those that nothing tells about. */
const requeueDelayMs = 3_000;

/** What the server stores: without absent fields. */
const withoutUndefined = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value));

export function createManagedReconciler<T extends ManagedResource>(
  client: KubeClient,
  kind: ManagedKind<T>,
): (key: string, context: ReconcileContext) => Promise<void> {
  const { resource, cache } = kind;

  /** Writes the status if it differs, and returns the object as it is then. Throws a conflict when the object is not the newest. */
  async function writeStatus(
    object: T,
    observed: Partial<ManagedStatus<T>>,
    newConditions: NewCondition[],
  ): Promise<T> {
    const conditions = mergeConditions(
      object.status?.conditions ?? [],
      [
        ...(observed.ready ? [observed.ready] : []),
        ...newConditions,
        ...(observed.extraConditions ?? []),
      ],
      new Date(),
    );
    const atProvider = observed.atProvider ?? object.status?.atProvider;
    const status = withoutUndefined({ conditions, atProvider }) as object;
    if (isDeepStrictEqual(status, withoutUndefined(object.status ?? {})))
      return object;
    const { name = '', uid, resourceVersion } = object.metadata;
    const intent = {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      // The uid keeps a status from landing on a later object of the same name, the version from hiding a newer status.
      metadata: { name, uid, resourceVersion },
      status,
    };
    try {
      return (await client.apply(
        resource as Resource<ManagedResource>,
        intent,
        {
          fieldManager,
          force: true,
          subresource: 'status',
        },
      )) as T;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return object;
    }
  }

  /** Says what went wrong; throws on faults that are not meant for people, so that they are logged and repeated. */
  async function reportFailure(
    object: T,
    error: unknown,
    context: ReconcileContext,
    observed: Partial<ManagedStatus<T>>,
  ) {
    const reason = conditionMessage(error);
    const written = await writeStatus(object, observed, [notSynced(reason)]);
    if (written !== object)
      context.logger.info({ reason }, 'the spec is not in force');
    if (!(error instanceof ServiceError)) throw error;
    if (error.retry) context.requeueAfter(requeueDelayMs);
  }

  async function ensureFinalizer(object: T): Promise<T> {
    const {
      name = '',
      resourceVersion,
      finalizers = [],
      annotations,
    } = object.metadata;
    if (finalizers.includes(finalizer) && annotations?.[externalNameAnnotation])
      return object;
    return client.mergePatch(
      resource,
      { name },
      {
        metadata: {
          resourceVersion,
          finalizers: [
            ...finalizers.filter(other => other !== finalizer),
            finalizer,
          ],
          annotations: {
            [externalNameAnnotation]:
              annotations?.[externalNameAnnotation] ?? name,
          },
        },
      },
      { fieldManager },
    );
  }

  async function removeFinalizer(object: T): Promise<void> {
    const { name = '', uid } = object.metadata;
    const live = await client.get(resource, { name });
    if (!live || live.metadata.uid !== uid) return;
    await client.mergePatch(
      resource,
      { name },
      {
        metadata: {
          resourceVersion: live.metadata.resourceVersion,
          finalizers: (live.metadata.finalizers ?? []).filter(
            other => other !== finalizer,
          ),
        },
      },
      { fieldManager },
    );
  }

  async function finalize(object: T, context: ReconcileContext): Promise<void> {
    if (!object.metadata.finalizers?.includes(finalizer)) return;
    const observed = {
      ready: deleting(),
      atProvider: kind.atProviderWhileDeleting?.(object),
    };
    let latest = object;
    try {
      latest = await writeStatus(object, observed, [synced()]);
      await kind.remove(object, context);
      await removeFinalizer(object);
    } catch (error) {
      await reportFailure(latest, error, context, observed);
    }
  }

  return async (key, context) => {
    const object = cache.get(key);
    if (!object) return;
    if (isPaused(object)) {
      await writeStatus(object, {}, [paused()]);
      return;
    }
    if (object.metadata.deletionTimestamp) {
      await finalize(object, context);
      return;
    }
    let latest = await ensureFinalizer(object);
    let observed: ManagedStatus<T>;
    try {
      observed = await kind.reconcile(
        object,
        async reported => {
          latest = await writeStatus(latest, reported, [synced()]);
        },
        context,
      );
    } catch (error) {
      const before = latest.status?.conditions?.find(
        ({ type }) => type === 'Ready',
      );
      await reportFailure(
        latest,
        error,
        context,
        before ? {} : { ready: creating() },
      );
      return;
    }
    if (observed.error === undefined)
      await writeStatus(latest, observed, [synced()]);
    else await reportFailure(latest, observed.error, context, observed);
  };
}
