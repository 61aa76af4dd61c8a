/** The common part of the reconcilers of all managed resources: finalizer, pause, deletion, status. */
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

/** The observed state of the external resource behind a managed resource. */
export interface ManagedStatus<T extends ManagedResource> {
  atProvider?: NonNullable<T['status']>['atProvider'];
  ready: NewCondition;
  /** Conditions besides `Ready` and `Synced`. */
  extraConditions?: NewCondition[];
  /** Why the spec is not applied, although `atProvider` is known. */
  error?: unknown;
}

/** The part of a reconciler that is specific to a kind. */
export interface ManagedKind<T extends ManagedResource> {
  resource: Resource<T>;
  cache: Cache<T>;
  /** Applies the spec. `reportStatus` publishes progress. Throws when the spec cannot be applied yet. */
  reconcile(
    object: T,
    reportStatus: (status: ManagedStatus<T>) => Promise<unknown>,
    context: ReconcileContext,
  ): Promise<ManagedStatus<T>>;
  /** Removes the external resource. Throws while the removal is impossible. */
  remove(object: T, context: ReconcileContext): Promise<void>;
  /** `atProvider` during the removal. */
  atProviderWhileDeleting?(object: T): ManagedStatus<T>['atProvider'];
}

/** The field manager of the provider's writes. */
export const fieldManager = 'klutch-provider-local';
/** Watch events requeue a waiting resource; this delay covers causes without events. */
const requeueDelayMs = 3_000;

/** The value as stored by the API server: without undefined fields. */
const withoutUndefined = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value));

export function createManagedReconciler<T extends ManagedResource>(
  client: KubeClient,
  kind: ManagedKind<T>,
): (key: string, context: ReconcileContext) => Promise<void> {
  const { resource, cache } = kind;

  /** Writes the status if changed; returns the object as stored. Throws a conflict if the object is outdated. */
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
      // The uid prevents writing the status to a later object with the same name, the version overwriting a newer status.
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

  /**
   * Reports the error in the status; rethrows errors without a message for users, so that these are logged and
   * retried.
   */
  async function reportFailure(
    object: T,
    error: unknown,
    context: ReconcileContext,
    observed: Partial<ManagedStatus<T>>,
  ) {
    const reason = conditionMessage(error);
    const written = await writeStatus(object, observed, [notSynced(reason)]);
    if (written !== object)
      context.logger.info({ reason }, 'the spec could not be applied');
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
