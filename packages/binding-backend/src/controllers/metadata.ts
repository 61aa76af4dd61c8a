/** Writes to the metadata of objects that others write to as well. */
import { fieldManagers } from '@klutch/bind-api';
import {
  keyOf,
  parseKey,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';

/**
 * Merges `metadata` into the object's metadata, on the version that was read: finalizer lists are atomic and others write them, too.
 * @throws ApiError with code 409 when somebody else was first; the controller then comes back with what that one wrote
 */
export const patchMetadata = <T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
  object: T,
  metadata: Pick<KubeObject['metadata'], 'finalizers'> & {
    annotations?: Record<string, string | null>;
  },
): Promise<T> => {
  const { uid, resourceVersion } = object.metadata;
  return client.mergePatch(
    resource,
    parseKey(keyOf(object)),
    { metadata: { uid, resourceVersion, ...metadata } },
    { fieldManager: fieldManagers.backend },
  );
};
