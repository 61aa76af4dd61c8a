/**
 * Did an object lose its owner, and nobody deleted that? As with its type, or by a restore under another UID: then the
 * garbage collector deletes the object, and nobody asked for that.
 */
import {
  core,
  isForbidden,
  metadataOf,
  type KubeClient,
  type KubeObject,
  type OwnerReference,
  type Resource,
} from '@klutch/kube';
import { mayBeCrdGroup } from '../mayBeCrdGroup';
import { TypeDiscovery } from '../typeDiscovery';

/** What it takes to ask a cluster. */
export type OwnerReader = Pick<KubeClient, 'get' | 'raw' | 'discover'>;

const groupOf = ({ apiVersion }: OwnerReference): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';

/** Owners whose type a CRD can define. */
export const crdOwners = ({ metadata }: KubeObject): OwnerReference[] =>
  (metadata.ownerReferences ?? []).filter(owner =>
    mayBeCrdGroup(groupOf(owner)),
  );

const isNewer = (crd: KubeObject, { metadata }: KubeObject): boolean =>
  Date.parse(crd.metadata.creationTimestamp ?? '') >
  Date.parse(metadata.creationTimestamp ?? '');

/** A backup that is restored gives owners new UIDs, and the objects still name the old ones. */
async function wasRecreated(
  client: OwnerReader,
  { metadata: { namespace } }: KubeObject,
  { type, owner }: { type: Resource; owner: OwnerReference },
): Promise<boolean> {
  const namespaceKey = type.namespaced ? { namespace } : {};
  try {
    const key = { ...namespaceKey, name: owner.name };
    const found = await client.get(metadataOf(type), key);
    return found !== undefined && found.metadata.uid !== owner.uid;
  } catch (error) {
    // Nobody has to let us see it.
    if (isForbidden(error)) return false;
    throw error;
  }
}

async function stillExists(
  client: OwnerReader,
  object: KubeObject,
  owner: OwnerReference,
): Promise<boolean> {
  const group = groupOf(owner);
  const type = await new TypeDiscovery(client).findKind(group, owner.kind);
  if (!type) return false;
  const crd = await client.get(core.customResourceDefinitions, {
    name: `${type.plural}.${group}`,
  });
  return (
    // It may have gone just now, so that the type is served still.
    crd !== undefined &&
    !crd.metadata.deletionTimestamp &&
    !isNewer(crd, object) &&
    !(await wasRecreated(client, object, { type, owner }))
  );
}

/**
 * To be asked live, after the object was seen to go: what takes its owner's type away is seen by then.
 * @returns the first owner that was made anew, or whose type is gone, is going, or was made anew in the lifetime of the
 *   object, in words; undefined: there is none such. Whether an owner was made anew shows only where it may be read.
 * @throws ApiError, ConnectionError when asking fails.
 */
export async function lostOwner(
  client: OwnerReader,
  object: KubeObject,
): Promise<string | undefined> {
  for (const owner of crdOwners(object)) {
    if (!(await stillExists(client, object, owner))) {
      return `${owner.kind} "${owner.name}"`;
    }
  }
  return undefined;
}
