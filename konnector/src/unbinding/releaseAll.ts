/** Lets all objects of an API go at unbind: the finalizers come off, the copies on the control plane stay. */
import type { KubeClient, Resource } from '@klutch/kube';
import { isConflict } from '@klutch/kube';
import { release } from '../deletion/deleteCopy';

/** Attempts for one object that is being changed by others at the same time. */
const attempts = 5;

/**
 * @returns how many objects of the API are left on the app cluster.
 * @throws ApiError when an object cannot be released, for example without the right to.
 */
export async function releaseAll(
  client: KubeClient,
  resource: Resource,
): Promise<number> {
  const { items } = await client.list(resource);
  let left = 0;
  for (const item of items) {
    let current: typeof item | undefined = item;
    for (let attempt = 1; current; attempt++) {
      try {
        current = await release(client, resource, current);
        if (current) left += 1;
        break;
      } catch (error) {
        if (!isConflict(error) || attempt === attempts) throw error;
        const { namespace, name = '' } = item.metadata;
        current = await client.get(resource, { namespace, name });
      }
    }
  }
  return left;
}
