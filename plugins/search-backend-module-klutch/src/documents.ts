/** Services and instances as documents of the search index. Pure; the text holds no state, because an index ages. */
import type { IndexableDocument } from '@backstage/plugin-search-common';
import {
  claimEntityRef,
  instancePath,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';

/** The service's page in the portal; everybody who may read the service finds it. */
export const serviceDocument = (
  { description, kind, resource, title, versions }: Schemas['Service'],
  mountPath: string,
): IndexableDocument => ({
  title,
  text: [description, kind, ...versions.map(version => version.title)]
    .filter(Boolean)
    .join(', '),
  location: `${mountPath}/services/${encodeURIComponent(resource)}`,
  authorization: { resourceRef: resource },
});

/** The instance's page in the portal; everybody who may read the instance's entity in the catalog finds it. */
export function instanceDocument(
  claim: Schemas['Claim'],
  mountPath: string,
): IndexableDocument {
  const { cluster, namespace, name } = claim;
  return {
    title: name,
    text: [
      `${claim.serviceTitle ?? claim.kind} in ${namespace} on ${cluster}`,
      claim.versionTitle,
      claim.planTitle ?? claim.plan,
      claim.owner,
      claim.component,
    ]
      .filter(Boolean)
      .join(', '),
    location: instancePath(claim, mountPath),
    authorization: { resourceRef: claimEntityRef(claim) },
  };
}
