/** Writes finalizers and status of the managed resources of one kind. */
import { isDeepStrictEqual } from 'node:util';
import { apiVersionOf, isNotFound, KubeClient, Resource } from '@klutch/kube';
import { NewCondition, mergeConditions } from '../resources/conditions';
import { externalNameAnnotation, finalizer } from '../resources/identity';
import { ManagedResource } from '../resources/managedResources';
import { fieldManager } from './fieldManager';
import { ManagedStatus } from './ManagedKind';

/** The value as stored by the API server: without undefined fields. */
const withoutUndefined = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value));

/** The status to write. */
function mergedStatus<T extends ManagedResource>(
  object: T,
  observed: Partial<ManagedStatus<T>>,
  newConditions: NewCondition[],
): object {
  const conditions = mergeConditions(
    object.status?.conditions ?? [],
    [
      ...(observed.ready ? [observed.ready] : []),
      ...newConditions,
      ...(observed.extraConditions ?? []),
    ],
    { now: new Date(), generation: object.metadata.generation },
  );
  const atProvider = observed.atProvider ?? object.status?.atProvider;
  return withoutUndefined({ conditions, atProvider }) as object;
}

/** The managed resources of one kind, for writing. */
export class ManagedObjects<T extends ManagedResource> {
  readonly #client: KubeClient;
  readonly #resource: Resource<T>;

  constructor(client: KubeClient, resource: Resource<T>) {
    this.#client = client;
    this.#resource = resource;
  }

  /** Writes the status if changed; returns the object as stored. Throws a conflict if the object is outdated. */
  async writeStatus(
    object: T,
    observed: Partial<ManagedStatus<T>>,
    newConditions: NewCondition[],
  ): Promise<T> {
    const status = mergedStatus(object, observed, newConditions);
    if (isDeepStrictEqual(status, withoutUndefined(object.status ?? {})))
      return object;
    const { name = '', uid, resourceVersion } = object.metadata;
    const intent = {
      apiVersion: apiVersionOf(this.#resource),
      kind: this.#resource.kind,
      // The uid prevents writing the status to a later object with the same name, the version overwriting a newer status.
      metadata: { name, uid, resourceVersion },
      status,
    };
    try {
      return (await this.#client.apply(
        this.#resource as Resource<ManagedResource>,
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

  async ensureFinalizer(object: T): Promise<T> {
    const {
      name = '',
      resourceVersion,
      finalizers = [],
      annotations,
    } = object.metadata;
    if (finalizers.includes(finalizer) && annotations?.[externalNameAnnotation])
      return object;
    return this.#client.mergePatch(
      this.#resource,
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

  async removeFinalizer(object: T): Promise<void> {
    const { name = '', uid } = object.metadata;
    const live = await this.#client.get(this.#resource, { name });
    if (!live || live.metadata.uid !== uid) return;
    await this.#client.mergePatch(
      this.#resource,
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
}
