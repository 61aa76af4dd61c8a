/** Server-side apply of manifests. */
import { findResource, type KubeClient, type KubeObject } from '@klutch/kube';
import { fieldManager } from '../cluster/fieldManager';

/** A manifest. */
export type Manifest = KubeObject & { apiVersion: string; kind: string };

/** `<kind>/<name>` of a manifest, for messages. */
export const manifestName = ({ kind, metadata }: Manifest): string =>
  `${kind.toLowerCase()}/${metadata.name}`;

async function resourceOf(client: KubeClient, object: Manifest) {
  const resource = await findResource(client, object);
  if (resource) return resource;
  throw new Error(
    `The cluster does not serve ${object.kind} (${object.apiVersion}), which ${manifestName(object)} needs. Admission policies need Kubernetes 1.30 or later.`,
  );
}

/**
 * Applies the objects in their order.
 *
 * @param onApplied - called after each object
 */
export async function applyObjects(
  client: KubeClient,
  objects: readonly Manifest[],
  onApplied: (object: Manifest) => void = () => undefined,
): Promise<void> {
  for (const object of objects) {
    const resource = await resourceOf(client, object);
    await client.apply(resource, object, { fieldManager, force: true });
    onApplied(object);
  }
}

/**
 * Deletes the objects in their order; missing ones are skipped.
 *
 * @param onDeleted - called after each deleted object
 */
export async function deleteObjects(
  client: KubeClient,
  objects: readonly Manifest[],
  onDeleted: (object: Manifest) => void = () => undefined,
): Promise<void> {
  for (const object of objects) {
    const resource = await findResource(client, object);
    const { name = '', namespace } = object.metadata;
    const key = { name, namespace };
    if (!resource || !(await client.get(resource, key))) continue;
    await client.delete(resource, key);
    onDeleted(object);
  }
}
