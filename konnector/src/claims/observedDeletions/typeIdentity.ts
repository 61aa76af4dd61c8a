/** What a type of a cluster rests on: the CRD that defines it, or the API server itself. */
import { core, metadataOf, type KubeClient, type Resource } from '@klutch/kube';

/** Of types that no CRD defines: Kubernetes' own, and those of aggregated API servers. */
const noCrd = 'no-crd';

/**
 * Another answer than before: the type is another one, whatever its name.
 * @returns undefined while the type goes.
 * @throws ApiError, among others with code 404 when the type has gone.
 */
export async function typeIdentityOf(
  client: Pick<KubeClient, 'get' | 'listPages'>,
  resource: Resource,
): Promise<string | undefined> {
  const crd = await client.get(core.customResourceDefinitions, {
    name: `${resource.plural}.${resource.group}`,
  });
  if (crd?.metadata.deletionTimestamp) return undefined;
  if (crd) return crd.metadata.uid;
  // A CRD that has gone is missing, too, but then nothing serves the type.
  const pages = client.listPages(metadataOf(resource), { pageSize: 1 });
  await pages[Symbol.asyncIterator]().next();
  return noCrd;
}
