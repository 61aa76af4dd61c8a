/** What a claim consists of: its composite, and the resources composed for it. */
import {
  core,
  isForbidden,
  isNotFound,
  type CustomResourceDefinition,
  type KubeClient,
  type Unstructured,
} from '@klutch/kube';
import type {
  CrossplaneVersion,
  SpecReference,
} from './crossplane/CrossplaneVersion';
import { resourceOf } from './crossplane/resources';

/** An object of a claim, with those composed for it. */
export interface TraceNode {
  reference: SpecReference;
  /** Undefined when the object does not exist or may not be read. */
  object?: Unstructured;
  /** Why `object` is undefined. */
  missing?: string;
  children: TraceNode[];
}

/** A claim with everything composed for it. */
export interface ClaimTrace extends TraceNode {
  object: Unstructured;
}

/** Reads claims with everything composed for them. Reads the CRDs once. */
export class ClaimTracer {
  #crds: Promise<CustomResourceDefinition[]> | undefined;

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

  async #read(reference: SpecReference): Promise<TraceNode> {
    try {
      const object = await this.#get(reference);
      return object
        ? {
            reference,
            object,
            children: await this.#childrenOf(object),
          }
        : { reference, missing: 'it does not exist', children: [] };
    } catch (error) {
      if (!isForbidden(error) && !isNotFound(error)) throw error;
      const missing = isForbidden(error)
        ? 'it may not be read'
        : 'its API is not served';
      return { reference, missing, children: [] };
    }
  }

  async #get(reference: SpecReference): Promise<Unstructured | undefined> {
    const { apiVersion, kind, name, namespace } = reference;
    this.#crds ??= this.client
      .list(core.customResourceDefinitions)
      .then(({ items }) => items);
    const group = apiVersion.split('/')[0];
    const type = (await this.#crds).find(
      ({ spec }) => spec.group === group && spec.names.kind === kind,
    )?.spec;
    // Types without a CRD are Kubernetes' own.
    const namespaced = type
      ? type.scope === 'Namespaced'
      : namespace !== undefined;
    const resource = resourceOf(reference, namespaced, type?.names.plural);
    return this.client.get(
      resource,
      namespaced ? { namespace, name } : { name },
    );
  }
}
