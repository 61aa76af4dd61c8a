/** Writes to the metadata of objects that other clients also write to. */
import { fieldManagers } from '@klutch/bind-api';
import {
  keyOf,
  parseKey,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';

/**
 * Merges `metadata` into the object's metadata, at the observed resourceVersion: finalizer lists are atomic and other
 * clients write them, too.
 * @throws ApiError with code 409 after a concurrent write; the controller then retries with the new state
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
