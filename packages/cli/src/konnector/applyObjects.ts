/** Server-side apply of manifests. */
import {
  findResource,
  isNotFound,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import { fieldManager } from '../cluster/fieldManager';
import type { DryRun } from '../output/dryRunOption';

/** A manifest. */
export type Manifest = KubeObject & { apiVersion: string; kind: string };

/** How objects are written. */
export interface WriteObjectsOptions {
  /** Default `none`. */
  dryRun?: DryRun;
  /** Called after each object. */
  onDone?: (object: Manifest) => void;
}

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

/** A server dry run creates no namespace, so the objects in a new one cannot be checked. */
const isInNewNamespace = (
  { metadata }: Manifest,
  objects: readonly Manifest[],
): boolean =>
  objects.some(
    ({ kind, metadata: { name } }) =>
      kind === 'Namespace' && name === metadata.namespace,
  );

/** Applies the objects in their order. */
export async function applyObjects(
  client: KubeClient,
  objects: readonly Manifest[],
  { dryRun = 'none', onDone = () => undefined }: WriteObjectsOptions = {},
): Promise<void> {
  for (const object of objects) {
    if (dryRun !== 'client') {
      const resource = await resourceOf(client, object);
      const isCheck = dryRun === 'server';
      const options = { fieldManager, force: true, dryRun: isCheck };
      await client.apply(resource, object, options).catch((error: unknown) => {
        const isUnchecked = isCheck && isInNewNamespace(object, objects);
        if (!isUnchecked || !isNotFound(error)) throw error;
      });
    }
    onDone(object);
  }
}

/** Deletes the objects in their order; missing ones are skipped. */
export async function deleteObjects(
  client: KubeClient,
  objects: readonly Manifest[],
  { dryRun = 'none', onDone = () => undefined }: WriteObjectsOptions = {},
): Promise<void> {
  for (const object of objects) {
    const resource = await findResource(client, object);
    const { name = '', namespace } = object.metadata;
    const key = { name, namespace };
    if (!resource || !(await client.get(resource, key))) continue;
    if (dryRun !== 'client') {
      await client.delete(resource, key, { dryRun: dryRun === 'server' });
    }
    onDone(object);
  }
}
