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
import { ServiceError, wordsFor } from '../errors';
import {
  Finding,
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

/** How things stand with what a managed resource is about. */
export interface Standing<T extends ManagedResource> {
  atProvider?: NonNullable<T['status']>['atProvider'];
  ready: Finding;
  /** Conditions besides `Ready` and `Synced`. */
  more?: Finding[];
  /** Why the spec is not in force, although `atProvider` is known. */
  error?: unknown;
}

/** The part that differs from kind to kind. */
export interface ManagedKind<T extends ManagedResource> {
  resource: Resource<T>;
  cache: Cache<T>;
  /** Brings about what the spec says. `tell` shows how far it is. Throws what stands in the way. */
  bring(
    object: T,
    tell: (standing: Standing<T>) => Promise<unknown>,
    context: ReconcileContext,
  ): Promise<Standing<T>>;
  /** Removes what the resource stands for. Throws while that is not possible. */
  remove(object: T, context: ReconcileContext): Promise<void>;
  /** `atProvider` while it is removed. */
  leaving?(object: T): Standing<T>['atProvider'];
}

/** Under this name the server records what the provider set. */
export const fieldManager = 'klutch-provider-local';
/** Changes wake a waiting resource; this is for those that nothing tells about. */
const lookAgainMs = 3_000;

/** What the server stores: without absent fields. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export function createManagedReconcile<T extends ManagedResource>(
  client: KubeClient,
  kind: ManagedKind<T>,
): (key: string, context: ReconcileContext) => Promise<void> {
  const { resource, cache } = kind;

  /** Writes the status if it differs; tells whether it did. */
  async function writeStatus(
    object: T,
    standing: Partial<Standing<T>>,
    findings: Finding[],
  ): Promise<boolean> {
    const conditions = mergeConditions(
      object.status?.conditions ?? [],
      [
        ...(standing.ready ? [standing.ready] : []),
        ...findings,
        ...(standing.more ?? []),
      ],
      new Date(),
    );
    const atProvider = standing.atProvider ?? object.status?.atProvider;
    const status = plain({ conditions, atProvider }) as object;
    if (isDeepStrictEqual(status, plain(object.status ?? {}))) return false;
    const { name = '', uid } = object.metadata;
    const intent = {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      // The uid keeps a status from landing on a later object of the same name.
      metadata: { name, uid },
      status,
    };
    try {
      await client.apply(resource as Resource<ManagedResource>, intent, {
        fieldManager,
        force: true,
        subresource: 'status',
      });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return true;
  }

  /** Says what went wrong; throws on faults that are not meant for people, so that they are logged and repeated. */
  async function fail(
    object: T,
    error: unknown,
    context: ReconcileContext,
    standing: Partial<Standing<T>>,
  ) {
    const reason = wordsFor(error);
    const isNews = await writeStatus(object, standing, [notSynced(reason)]);
    if (isNews) context.logger.info({ reason }, 'the spec is not in force');
    if (!(error instanceof ServiceError)) throw error;
    if (error.retry) context.requeueAfter(lookAgainMs);
  }

  async function addFinalizer(object: T): Promise<void> {
    const {
      name = '',
      resourceVersion,
      finalizers = [],
      annotations,
    } = object.metadata;
    if (finalizers.includes(finalizer) && annotations?.[externalNameAnnotation])
      return;
    await client.mergePatch(
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

  async function dropFinalizer(object: T): Promise<void> {
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

  async function leave(object: T, context: ReconcileContext): Promise<void> {
    if (!object.metadata.finalizers?.includes(finalizer)) return;
    const standing = { ready: deleting(), atProvider: kind.leaving?.(object) };
    try {
      await writeStatus(object, standing, [synced()]);
      await kind.remove(object, context);
      await dropFinalizer(object);
    } catch (error) {
      await fail(object, error, context, standing);
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
      await leave(object, context);
      return;
    }
    await addFinalizer(object);
    let standing: Standing<T>;
    try {
      standing = await kind.bring(
        object,
        told => writeStatus(object, told, [synced()]),
        context,
      );
    } catch (error) {
      const before = object.status?.conditions?.find(
        ({ type }) => type === 'Ready',
      );
      await fail(object, error, context, before ? {} : { ready: creating() });
      return;
    }
    if (standing.error === undefined)
      await writeStatus(object, standing, [synced()]);
    else await fail(object, standing.error, context, standing);
  };
}
