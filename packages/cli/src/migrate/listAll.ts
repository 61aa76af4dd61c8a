import {
  isNotFound,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';

/** All objects; none when there is no such CRD. */
export async function listAll<T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
): Promise<T[]> {
  try {
    return (await client.list(resource)).items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
