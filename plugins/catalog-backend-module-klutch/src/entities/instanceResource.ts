/** Service instances as entities. */
import type { Entity } from '@backstage/catalog-model';
import {
  claimEntityName,
  instancePath,
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_VISIBILITY_ANNOTATION,
  stringifyClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { annotatedRef } from './annotatedRef';
import { appClusterRef } from './appClusterResource';
import { portalAnnotations, type EntityContext } from './entityContext';
import { serviceRef } from './serviceComponent';

/**
 * An instance as a Resource, owned by whom its annotation names, and a dependency of the component that uses it. The
 * instance depends on its app cluster and, if the catalog has it, its service, and belongs to the system that its
 * annotation names. One that everybody may see says so, for permission policies.
 *
 * @param services - the services that the catalog has, each `<plural>.<group>`
 */
export function instanceResource(
  claim: Schemas['Claim'],
  services: ReadonlySet<string>,
  { defaultOwner, isPublic, portalUrl }: EntityContext,
): Entity {
  const { cluster, namespace, resource, name } = claim;
  const component = annotatedRef(claim.component, ['component']);
  const system = annotatedRef(claim.system, ['system']);
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Resource',
    metadata: {
      name: claimEntityName(claim),
      title: name,
      description: `${claim.serviceTitle ?? claim.kind} in ${namespace} on ${cluster}`,
      annotations: portalAnnotations({
        [KLUTCH_CLAIM_ANNOTATION]: stringifyClaimRef(claim),
        ...(isPublic(namespace) && {
          [KLUTCH_VISIBILITY_ANNOTATION]: 'public',
        }),
      }),
      links: [
        { url: instancePath(claim, portalUrl), title: 'Open the instance' },
      ],
    },
    spec: {
      type: 'data-service-instance',
      owner: annotatedRef(claim.owner, ['user', 'group']) ?? defaultOwner,
      ...(system && { system }),
      ...(component && { dependencyOf: [component] }),
      dependsOn: [
        ...(services.has(resource) ? [serviceRef(resource)] : []),
        appClusterRef(cluster),
      ],
    },
  };
}
