/** Deletes namespaces without the delays of Kubernetes. */
import { core, isNotFound, type KubeClient } from '@klutch/kube';
import { eventually } from './clusterSetup';

/** API groups of all objects that tests create in namespaces. */
const groupPaths = [
  { group: '', version: 'v1', path: '/api/v1' },
  { group: 'example.com', version: 'v1', path: '/apis/example.com/v1' },
];

/** Paths of the collections of a namespace that can be deleted. */
async function collectionsIn(
  client: KubeClient,
  namespace: string,
): Promise<string[]> {
  const found = await Promise.all(
    groupPaths.map(async ({ group, version, path }) =>
      (await client.discover(group, version))
        .filter(
          ({ namespaced, verbs }) =>
            namespaced && verbs.includes('deletecollection'),
        )
        .map(({ plural }) => `${path}/namespaces/${namespace}/${plural}`),
    ),
  );
  return found.flat();
}

/** Undefined when its CRD was deleted: discovery lists a type a little longer. */
const ifServed = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch(error => {
    if (isNotFound(error)) return undefined;
    throw error;
  });

async function isEmpty(
  client: KubeClient,
  collection: string,
): Promise<boolean> {
  const list = (await ifServed(client.raw('GET', `${collection}?limit=1`))) as
    | { items: unknown[] }
    | undefined;
  return !list || list.items.length === 0;
}

/**
 * Deletes a namespace as the namespace controller does: its objects, and when their finalizers have been removed the
 * namespace. The controller waits 5 s before that, and 8 s more while finalizers are left.
 */
export async function deleteNamespace(
  client: KubeClient,
  name: string,
): Promise<void> {
  const collections = await collectionsIn(client, name);
  await client.delete(core.namespaces, { name });
  for (const collection of collections) {
    await ifServed(client.raw('DELETE', collection));
  }
  for (const collection of collections) {
    await eventually(`${collection} is empty`, () =>
      isEmpty(client, collection),
    );
  }
  await eventually(`the namespace ${name} is deleted`, async () => {
    const found = await client.get(core.namespaces, { name });
    if (!found) return true;
    await client.raw('PUT', `/api/v1/namespaces/${name}/finalize`, {
      ...found,
      spec: { finalizers: [] },
    });
    return !(await client.get(core.namespaces, { name }));
  });
}
