/** The end of an APIServiceNamespace: the finalizer goes when nothing is left that was made for it. */
import {
  bindResources,
  finalizers,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { isNotFound, type KubeClient } from '@klutch/kube';
import { patchMetadata } from './metadata';

/**
 * Takes the backend's finalizer off; an object that is gone already needs nothing. Ask before whether its service namespace
 * has gone.
 * @throws ApiError with code 409 when somebody else was first
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
