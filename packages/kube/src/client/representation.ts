// Whole objects or metadata only: request headers and the mapping of responses.
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
 * A response as an object of its resource: lists omit `apiVersion` and `kind` of the items of built-in resources, and
 * metadata comes as `PartialObjectMetadata`. Servers without that form send whole objects, of which only the metadata
 * is kept.
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

/** @throws TypeError for a resource that is metadata only */
export function refuseMetadataOnly(resource: Resource<KubeObject>): void {
  if (resource.metadataOnly) {
    throw new TypeError(
      `Only metadata of ${resourceName(resource)} is read here. Write through the resource itself, not through metadataOf(…).`,
    );
  }
}
