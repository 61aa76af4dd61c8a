/**
 * The only DELETE request of the konnector. Its preconditions are the UID and the version that were read: nothing else
 * of that name is deleted, and nothing that has changed since the decision.
 */
import type { KubeClient, KubeObject, Resource } from '@klutch/kube';

/** @throws ApiError - a conflict when the object has changed since it was read. */
export async function deleteAsRead<T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
  { metadata }: Pick<KubeObject, 'metadata'>,
): Promise<void> {
  const { namespace, name = '', uid, resourceVersion } = metadata;
  await client.delete(
    resource,
    { namespace, name },
    { preconditions: { uid, resourceVersion } },
  );
}
