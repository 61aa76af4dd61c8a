/** The bindings of an app cluster. */
import { bindResources, names, type APIServiceBinding } from '@klutch/bind-api';
import { isNotFound, type KubeClient } from '@klutch/kube';

/** All bindings; none where nothing was ever bound, because their CRD is missing there. */
export async function listBindings(
  client: KubeClient,
  signal?: AbortSignal,
): Promise<APIServiceBinding[]> {
  try {
    const { items } = await client.list(bindResources.bindings, {
      namespace: names.appClusterNamespace,
      signal,
    });
    return items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
