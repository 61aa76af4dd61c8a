/** Catalog entities of services and instances. Pure functions. */
import {
  ANNOTATION_LOCATION,
  ANNOTATION_ORIGIN_LOCATION,
  KubernetesValidatorFunctions,
  parseEntityRef,
  stringifyEntityRef,
  type Entity,
} from '@backstage/catalog-model';
import {
  claimEntityName,
  instancePath,
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_SERVICE_ANNOTATION,
  serviceEntityName,
  stringifyClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';

// Not a URL: entities of the portal have no source to view or edit.
const LOCATION = 'klutch:portal';

const annotations = (extra: Record<string, string>) => ({
  [ANNOTATION_LOCATION]: LOCATION,
  [ANNOTATION_ORIGIN_LOCATION]: LOCATION,
  ...extra,
});

const { isValidNamespace, isValidObjectName } = KubernetesValidatorFunctions;

/**
 * An annotation as an entity ref. Every user with edit rights on the claim can write the annotation, so a value of
 * another kind counts as none.
 */
const refOf = (
  annotation: string | undefined,
  kinds: readonly string[],
): string | undefined => {
  try {
    const ref = parseEntityRef(annotation ?? '');
    const kind = ref.kind.toLocaleLowerCase('en-US');
    return kinds.includes(kind) &&
      isValidNamespace(ref.namespace) &&
      isValidObjectName(ref.name)
      ? stringifyEntityRef(ref)
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * A service as a Component; its instances refer to this Component.
 *
 * @param appUrl - URL of the portal, without a trailing slash; the catalog accepts absolute links only
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
      name: serviceEntityName(service.resource),
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
      lifecycle: service.offered ? 'production' : 'deprecated',
      owner: defaultOwner,
    },
  };
}

/** An instance as a Resource, owned by whom its annotation names, and a dependency of the component that uses it. */
export function instanceEntity(
  claim: Schemas['Claim'],
  offered: ReadonlySet<string>,
  defaultOwner: string,
  appUrl: string,
): Entity {
  const { cluster, namespace, resource, name } = claim;
  const component = refOf(claim.component, ['component']);
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
      owner: refOf(claim.owner, ['user', 'group']) ?? defaultOwner,
      ...(component && { dependencyOf: [component] }),
      ...(offered.has(resource)
        ? { dependsOn: [`component:default/${serviceEntityName(resource)}`] }
        : {}),
    },
  };
}
