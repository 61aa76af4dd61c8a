/** How services and instances look in the software catalog; pure. */
import {
  ANNOTATION_LOCATION,
  ANNOTATION_ORIGIN_LOCATION,
  type Entity,
} from '@backstage/catalog-model';
import {
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_SERVICE_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';

/** A catalog name: at most 63 characters, and one for each thing. */
const LONGEST_NAME = 63;

const LOCATION = 'url:klutch';

const annotations = (more: Record<string, string>) => ({
  [ANNOTATION_LOCATION]: LOCATION,
  [ANNOTATION_ORIGIN_LOCATION]: LOCATION,
  ...more,
});

const kindOf = (resource: string) => resource.split('.')[0] ?? resource;

/** A name that is the same for the same claim, shortened where the parts are too long together. */
export function instanceEntityName(claim: {
  cluster: string;
  namespace: string;
  resource: string;
  name: string;
  uid: string;
}): string {
  const parts = [
    claim.cluster,
    claim.namespace,
    kindOf(claim.resource),
    claim.name,
  ];
  const full = parts.join('.');
  if (full.length <= LONGEST_NAME) return full;
  const mark = claim.uid.slice(0, 8);
  return `${full.slice(0, LONGEST_NAME - mark.length - 1).replace(/[-._]+$/, '')}-${mark}`;
}

/**
 * A service as a Component that instances are instances of.
 *
 * @param appUrl - where the portal is; the catalog takes absolute links only
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
          url: new URL(`/klutch/services/${service.resource}`, appUrl).href,
          title: 'Plans and versions',
        },
        {
          url: new URL(`/klutch/create/${service.resource}`, appUrl).href,
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
): Entity {
  const { cluster, namespace, resource, name } = claim;
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Resource',
    metadata: {
      name: instanceEntityName(claim),
      title: name,
      description: `${claim.serviceTitle ?? claim.kind} in ${namespace} on ${cluster}`,
      annotations: annotations({
        [KLUTCH_CLAIM_ANNOTATION]: `${cluster}/${namespace}/${resource}/${name}`,
      }),
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
