/** App clusters as entities. */
import type { Entity } from '@backstage/catalog-model';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  platformMembership,
  portalAnnotations,
  type EntityContext,
} from './entityContext';

/**
 * Entity ref of an app cluster. An id has no underscore and the name of an instance's entity has three, so the two
 * never have the same name.
 */
export const appClusterRef = (id: string): string => `resource:default/${id}`;

/** An app cluster as a Resource; the instances on it depend on this Resource. */
export function appClusterResource(
  { id, title }: Pick<Schemas['AppCluster'], 'id' | 'title'>,
  context: EntityContext,
): Entity {
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Resource',
    metadata: {
      name: id,
      title,
      description: 'App cluster with data services',
      annotations: portalAnnotations(),
      links: [
        {
          url: `${context.portalUrl}/instances?cluster=${encodeURIComponent(id)}`,
          title: 'Instances',
        },
      ],
    },
    spec: { type: 'kubernetes-cluster', ...platformMembership(context) },
  };
}
