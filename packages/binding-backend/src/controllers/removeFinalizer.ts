/**
 * Completes the deletion of an APIServiceNamespace: its finalizer is removed when everything created for it is gone.
 */
import {
  bindResources,
  finalizers,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { isNotFound, type KubeClient } from '@klutch/kube';
import { patchMetadata } from './metadata';

/**
 * Removes the backend's finalizer from an object that is being deleted; does nothing when the object no longer exists.
 * The caller must check before that the service namespace is gone.
 * @throws ApiError with code 409 after a concurrent write
 */
export const removeFinalizer = async (
  client: KubeClient,
  object: APIServiceNamespace,
): Promise<void> => {
  const present = object.metadata.finalizers ?? [];
  const others = present.filter(one => one !== finalizers.serviceNamespace);
  if (others.length === present.length) return;
  try {
    await patchMetadata(client, bindResources.serviceNamespaces, object, {
      finalizers: others,
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
};
