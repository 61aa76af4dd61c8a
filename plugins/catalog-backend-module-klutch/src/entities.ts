/** How services and instances look in the software catalog; pure. */
import {
  ANNOTATION_LOCATION,
  ANNOTATION_ORIGIN_LOCATION,
  type Entity,
} from '@backstage/catalog-model';
import {
  claimEntityName,
  instancePath,
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_SERVICE_ANNOTATION,
  stringifyClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';

// Not a URL: there is no source to view or edit.
const LOCATION = 'klutch:portal';

const annotations = (more: Record<string, string>) => ({
  [ANNOTATION_LOCATION]: LOCATION,
  [ANNOTATION_ORIGIN_LOCATION]: LOCATION,
  ...more,
});

const kindOf = (resource: string) => resource.split('.')[0] ?? resource;

/**
 * A service as a Component that instances are instances of.
 *
 * @param appUrl - where the portal is, without a slash at its end; the catalog takes absolute links only
 */
export function serviceEntity(
  service: Schemas['Service'],
  defaultOwner: string,
  appUrl: string,
): Entity {
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: {
      name: kindOf(service.resource),
      title: service.title,
      description: service.description,
      annotations: annotations({
        [KLUTCH_SERVICE_ANNOTATION]: service.resource,
      }),
      links: [
        {
          url: `${appUrl}/klutch/services/${service.resource}`,
          title: 'Plans and versions',
        },
        {
          url: `${appUrl}/klutch/create/${service.resource}`,
          title: 'Order an instance',
        },
      ],
    },
    spec: {
      type: 'data-service',
      lifecycle: 'production',
      owner: defaultOwner,
    },
  };
}

/** An instance as a Resource of whoever ordered it. */
export function instanceEntity(
  claim: Schemas['Claim'],
  offered: ReadonlySet<string>,
  defaultOwner: string,
  appUrl: string,
): Entity {
  const { cluster, namespace, resource, name } = claim;
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Resource',
    metadata: {
      name: claimEntityName(claim),
      title: name,
      description: `${claim.serviceTitle ?? claim.kind} in ${namespace} on ${cluster}`,
      annotations: annotations({
        [KLUTCH_CLAIM_ANNOTATION]: stringifyClaimRef(claim),
      }),
      links: [
        { url: `${appUrl}${instancePath(claim)}`, title: 'Open the instance' },
      ],
    },
    spec: {
      type: 'data-service-instance',
      owner: claim.owner ?? defaultOwner,
      ...(offered.has(resource)
        ? { dependsOn: [`component:default/${kindOf(resource)}`] }
        : {}),
    },
  };
}
