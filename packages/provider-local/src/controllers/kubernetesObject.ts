/** Reconciles Objects: applies any Kubernetes object on the control plane, as provider-kubernetes does. */
import {
  Cache,
  KubeClient,
  KubeObject,
  Resource,
  errorMessage,
  isInvalid,
  findResource,
} from '@klutch/kube';
import { ServiceError } from '../errors';
import { NewCondition, available, creating } from '../resources/conditions';
import {
  KubernetesObject,
  kubernetesObjects,
} from '../resources/managedResources';
import { fieldManager } from './fieldManager';
import { ManagedKind } from './ManagedKind';

/** Interval in which changes of the applied object by others are undone; the object can have any type, so nothing watches it. */
const driftIntervalMs = 60_000;
/** Interval until the applied object is ready. */
const readinessIntervalMs = 2_000;

type Manifest = KubeObject & {
  status?: {
    conditions?: { type: string; status: string; message?: string }[];
  };
};

/** The manifest, which has no name of its own in Compositions that name the Object only. */
function manifestOf(object: KubernetesObject): Manifest {
  const manifest = object.spec?.forProvider?.manifest;
  const { apiVersion, kind, metadata } = manifest ?? {};
  if (!apiVersion || !kind) {
    throw new ServiceError(
      'The manifest has no apiVersion or no kind. Correct the Composition.',
      { retry: false },
    );
  }
  return {
    ...manifest,
    apiVersion,
    kind,
    metadata: { ...metadata, name: metadata?.name ?? object.metadata.name },
  };
}

/** An object of the other scope cannot have been applied. */
const isOfScope = (
  { namespaced }: Resource<Manifest>,
  { metadata }: Manifest,
) => namespaced === (metadata.namespace !== undefined);

/** As `findResource`. Throws ServiceError for a type that is not served, or of the other scope. */
async function requireResource(
  client: KubeClient,
  manifest: Manifest,
): Promise<Resource<Manifest>> {
  const { apiVersion, kind } = manifest;
  const resource = await findResource<Manifest>(client, manifest);
  if (!resource) {
    throw new ServiceError(
      `The control plane has no ${kind} of ${apiVersion}. Install its CRD, or correct the Composition.`,
      { retry: true },
    );
  }
  if (!isOfScope(resource, manifest)) {
    throw new ServiceError(
      resource.namespaced
        ? `${kind} needs a namespace. Add metadata.namespace to the manifest.`
        : `${kind} has no namespace. Remove metadata.namespace from the manifest.`,
      { retry: false },
    );
  }
  return resource;
}

/** Whether the Object is ready. Pure function. */
export function readinessOf(
  object: KubernetesObject,
  applied: Manifest,
): NewCondition {
  if (object.spec?.readiness?.policy !== 'DeriveFromObject') return available();
  const condition = applied.status?.conditions?.find(
    ({ type }) => type === 'Ready',
  );
  return condition?.status === 'True'
    ? available()
    : creating(condition?.message);
}

/** What the API server's refusal means for the author of the Composition. */
function explained(error: unknown): unknown {
  return isInvalid(error)
    ? new ServiceError(
        `The control plane refuses the object: ${errorMessage(error)}. Correct the claim or the Composition.`,
        { retry: true, cause: error },
      )
    : error;
}

export function kubernetesObjectKind(options: {
  client: KubeClient;
  cache: Cache<KubernetesObject>;
}): ManagedKind<KubernetesObject> {
  const { client, cache } = options;
  return {
    resource: kubernetesObjects,
    cache,

    async reconcile(object, _, context) {
      const manifest = manifestOf(object);
      const resource = await requireResource(client, manifest);
      const applied = await client
        .apply(resource, manifest, { fieldManager, force: true })
        .catch(error => {
          throw explained(error);
        });
      const { managedFields: __, ...metadata } = applied.metadata;
      const ready = readinessOf(object, applied);
      context.requeueAfter(
        ready.status === 'True' ? driftIntervalMs : readinessIntervalMs,
      );
      return { atProvider: { manifest: { ...applied, metadata } }, ready };
    },

    async remove(object) {
      if (object.spec?.deletionPolicy === 'Orphan') return;
      const manifest = manifestOf(object);
      const { name = '', namespace } = manifest.metadata;
      const resource = await findResource<Manifest>(client, manifest);
      if (resource && isOfScope(resource, manifest)) {
        await client.delete(resource, { name, namespace });
      }
    },
  };
}
