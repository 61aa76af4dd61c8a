/** Identity of a type: the UID of the CRD that defines it, or a constant for types of the API server itself. */
import {
  resourceName,
  core,
  metadataOf,
  type KubeClient,
  type Resource,
} from '@klutch/kube';

/** Identity of types without a CRD: Kubernetes' own and those of aggregated API servers. */
const noCrd = 'no-crd';

/**
 * A changed identity means that the type was replaced by another of the same name.
 * @returns undefined while the CRD is terminating.
 * @throws ApiError, with code 404 when the type does not exist.
 */
export async function typeIdentityOf(
  client: Pick<KubeClient, 'get' | 'listPages'>,
  resource: Resource,
): Promise<string | undefined> {
  const crd = await client.get(core.customResourceDefinitions, {
    name: resourceName(resource),
  });
  if (crd?.metadata.deletionTimestamp) return undefined;
  if (crd) return crd.metadata.uid;
  // Rejects with 404 if the CRD was deleted, as its type is not served then; a type without a CRD is.
  const pages = client.listPages(metadataOf(resource), { pageSize: 1 });
  await pages[Symbol.asyncIterator]().next();
  return noCrd;
}
