/** Did an object's owner go with its type? Then the garbage collector deletes the object, and nobody asked for that. */
import {
  core,
  type KubeClient,
  type KubeObject,
  type OwnerReference,
} from '@klutch/kube';
import { OfferedTypes } from '../offeredTypes';

/** What it takes to ask a cluster. */
export type OwnerReader = Pick<KubeClient, 'get' | 'raw' | 'discover'>;

const groupOf = ({ apiVersion }: OwnerReference): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';

/** Owners whose type a CRD can define: API servers take none whose group has no dot. */
export const ownersByCrd = ({ metadata }: KubeObject): OwnerReference[] =>
  (metadata.ownerReferences ?? []).filter(owner =>
    groupOf(owner).includes('.'),
  );

/** Kubernetes has types in such groups that no CRD defines; of others, one without a CRD may have lost it just now. */
const isOfKubernetes = (group: string): boolean => group.endsWith('.k8s.io');

const isNewer = (crd: KubeObject, { metadata }: KubeObject): boolean =>
  Date.parse(crd.metadata.creationTimestamp ?? '') >
  Date.parse(metadata.creationTimestamp ?? '');

async function typeStays(
  client: OwnerReader,
  object: KubeObject,
  owner: OwnerReference,
): Promise<boolean> {
  const group = groupOf(owner);
  const type = await new OfferedTypes(client).findKind(group, owner.kind);
  if (!type) return false;
  const crd = await client.get(core.customResourceDefinitions, {
    name: `${type.plural}.${group}`,
  });
  if (!crd) return isOfKubernetes(group);
  return !crd.metadata.deletionTimestamp && !isNewer(crd, object);
}

/**
 * To be asked live, after the object was seen to go: what takes its owner's type away is seen by then.
 * @returns the first owner whose type is gone, is going, or was made anew in the lifetime of the object, in words;
 *   undefined: all of them stay.
 * @throws ApiError, ConnectionError when asking fails.
 */
export async function lostOwner(
  client: OwnerReader,
  object: KubeObject,
): Promise<string | undefined> {
  for (const owner of ownersByCrd(object)) {
    if (!(await typeStays(client, object, owner))) {
      return `${owner.kind} "${owner.name}"`;
    }
  }
  return undefined;
}
