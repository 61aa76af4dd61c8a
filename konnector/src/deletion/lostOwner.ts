/**
 * Detects objects that lost their owner without a request to delete them, such as when the owner's CRD was removed or a
 * backup restored the owner under another UID. The garbage collector then deletes the object, which is no request to
 * delete its copy.
 */
import {
  resourceName,
  core,
  isForbidden,
  metadataOf,
  type KubeClient,
  type KubeObject,
  type OwnerReference,
  type Resource,
} from '@klutch/kube';
import { mayBeCrdGroup } from '../mayBeCrdGroup';
import { findTypeInAnyVersion } from '../typeDiscovery';

export type OwnerReader = Pick<KubeClient, 'get' | 'raw' | 'discover'>;

const groupOf = ({ apiVersion }: OwnerReference): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';

/** Owner references whose type may be defined by a CRD. */
export const crdOwners = ({ metadata }: KubeObject): OwnerReference[] =>
  (metadata.ownerReferences ?? []).filter(owner =>
    mayBeCrdGroup(groupOf(owner)),
  );

const isNewerThanOwned = (crd: KubeObject, { metadata }: KubeObject): boolean =>
  Date.parse(crd.metadata.creationTimestamp ?? '') >
  Date.parse(metadata.creationTimestamp ?? '');

/** A restored backup gives owners new UIDs, and the objects still reference the old ones. */
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
    // Reading the owner needs a right that the konnector may not have.
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
  // Not in the reference's own version, which may not be served any more.
  const type = await findTypeInAnyVersion(client, { group, kind: owner.kind });
  if (!type) return false;
  const crd = await client.get(core.customResourceDefinitions, {
    name: resourceName({ group, plural: type.plural }),
  });
  return (
    // A type may still be served for a moment after its CRD was deleted.
    crd !== undefined &&
    !crd.metadata.deletionTimestamp &&
    !isNewerThanOwned(crd, object) &&
    !(await wasRecreated(client, object, { type, owner }))
  );
}

/**
 * Reads live. To be called after the object was seen deleting, so that the read sees the removal of the owner's type.
 * @returns kind and name of the first owner that was recreated, or whose type was deleted, is being deleted or was
 *   recreated during the lifetime of the object; undefined: there is none. Whether an owner was recreated is detected
 *   only with the right to read the owner.
 * @throws ApiError, ConnectionError when a request fails.
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
