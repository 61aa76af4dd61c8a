/** Data services as entities. */
import type { Entity } from '@backstage/catalog-model';
import {
  serviceEntityName,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { platformMembership, type EntityContext } from './entityContext';
import { serviceApiRef } from './serviceApi';
import { serviceMetadata } from './serviceMetadata';

/** Entity ref of a service. */
export const serviceRef = (resource: string): string =>
  `component:default/${serviceEntityName(resource)}`;

/** A service as a Component that provides the service's API; its instances depend on this Component. */
export function serviceComponent(
  service: Schemas['Service'],
  context: EntityContext,
): Entity {
  const { resource } = service;
  const metadata = serviceMetadata(service, context);
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: {
      ...metadata,
      links: [
        ...metadata.links,
        {
          url: `${context.portalUrl}/create/${resource}`,
          title: 'Order an instance',
        },
      ],
    },
    spec: {
      type: 'data-service',
      lifecycle: service.offered ? 'production' : 'deprecated',
      ...platformMembership(context),
      providesApis: [serviceApiRef(resource)],
    },
  };
}
