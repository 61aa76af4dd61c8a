/** What a claim consists of: its composite, and the resources composed for it. */
import {
  findResource,
  isForbidden,
  isNotFound,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import type { CrossplaneVersion } from './crossplane/CrossplaneVersion';
import type { ObjectReference } from './Problem';

/** An object of a claim, with those composed for it. */
export interface TraceNode {
  /** Which object it is. */
  reference: ObjectReference;
  /** Undefined when the object does not exist or may not be read. */
  object?: Unstructured;
  /** Why `object` is undefined: it does not exist, may not be read, or its API is not served. */
  missing?: 'NotFound' | 'Forbidden' | 'NotServed';
  /** The objects composed for it. */
  children: TraceNode[];
}

/** A claim with everything composed for it. */
export interface ClaimTrace extends TraceNode {
  /** The claim itself. */
  object: Unstructured;
}

/** The API of an object is not served. */
class NotServedError extends Error {}

/** Reads claims with everything composed for them. Asks once which resource a type is. */
export class ClaimTracer {
  readonly #resources = new Map<string, Promise<Resource | undefined>>();

  constructor(
    private readonly client: KubeClient,
    private readonly crossplane: CrossplaneVersion,
  ) {}

  /** Reads the composite and the composed resources of a claim, at any depth. */
  async trace(claim: Unstructured): Promise<ClaimTrace> {
    const { apiVersion = '', kind = '', metadata } = claim;
    const { name = '', namespace } = metadata;
    const reference = { apiVersion, kind, name, namespace };
    return {
      reference,
      object: claim,
      children: await this.#childrenOf(claim),
    };
  }

  async #childrenOf(object: Unstructured): Promise<TraceNode[]> {
    const composite = this.crossplane.compositeOf(object);
    const { namespace } = object.metadata;
    const references = composite
      ? [composite]
      : this.crossplane.composedOf(object).map(child => ({
          ...child,
          // Composed resources of a namespaced composite are in its namespace.
          namespace: child.namespace ?? namespace,
        }));
    return Promise.all(references.map(child => this.#read(child)));
  }

  async #read(reference: ObjectReference): Promise<TraceNode> {
    try {
      const object = await this.#get(reference);
      return object
        ? {
            reference,
            object,
            children: await this.#childrenOf(object),
          }
        : { reference, missing: 'NotFound', children: [] };
    } catch (error) {
      if (isForbidden(error)) {
        return { reference, missing: 'Forbidden', children: [] };
      }
      if (isNotFound(error) || error instanceof NotServedError) {
        return { reference, missing: 'NotServed', children: [] };
      }
      throw error;
    }
  }

  async #get(reference: ObjectReference): Promise<Unstructured | undefined> {
    const { name, namespace } = reference;
    const resource = await this.#resourceOf(reference);
    return this.client.get(
      resource,
      resource.namespaced ? { namespace, name } : { name },
    );
  }

  async #resourceOf({ apiVersion, kind }: ObjectReference): Promise<Resource> {
    const key = `${apiVersion}/${kind}`;
    const found =
      this.#resources.get(key) ??
      findResource(this.client, { apiVersion, kind });
    this.#resources.set(key, found);
    const resource = await found;
    if (resource) return resource;
    throw new NotServedError(key);
  }
}
