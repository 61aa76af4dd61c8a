// Whole objects or their metadata only: what is asked for, and what the answer is taken for.
import { apiVersionOf, resourceName } from '../resources';
import { KubeObject, Resource } from '../types';

const metadataAs = {
  object:
    'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
};

/** The `Accept` header for objects, lists and events of a resource. */
export function acceptOf(
  resource: Resource<KubeObject>,
  what: keyof typeof metadataAs,
): string {
  return resource.metadataOnly ? metadataAs[what] : 'application/json';
}

/**
 * An answer as an object of its resource: lists leave `apiVersion` and `kind` out of the items of built-in
 * resources, and metadata comes as a `PartialObjectMetadata`. Servers that do not know that form send whole objects:
 * of those only the metadata is kept, because nobody who asked for metadata expects contents.
 */
export function withType<T extends KubeObject>(
  object: KubeObject,
  resource: Resource<T>,
): T {
  const { metadataOnly, kind } = resource;
  if (object.kind && object.apiVersion && !metadataOnly) return object as T;
  const kept = metadataOnly ? { metadata: object.metadata } : object;
  return { ...kept, apiVersion: apiVersionOf(resource), kind } as T;
}

/** @throws TypeError for a resource of which only metadata is read */
export function refuseMetadataOnly(resource: Resource<KubeObject>): void {
  if (resource.metadataOnly) {
    throw new TypeError(
      `Only metadata of ${resourceName(resource)} is read here. Write through the resource itself, not through metadataOf(…).`,
    );
  }
}
