/** Data services as entities. */
import type { Entity } from '@backstage/catalog-model';
import {
  KLUTCH_SERVICE_ANNOTATION,
  serviceEntityName,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { portalAnnotations, type EntityContext } from './entityContext';
import { serviceApiRef } from './serviceApi';

/** Entity ref of a service. */
export const serviceRef = (resource: string): string =>
  `component:default/${serviceEntityName(resource)}`;

/** A service as a Component that provides the service's API; its instances depend on this Component. */
export function serviceComponent(
  service: Schemas['Service'],
  { defaultOwner, portalUrl }: EntityContext,
): Entity {
  const { resource } = service;
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: {
      name: serviceEntityName(resource),
      title: service.title,
      description: service.description,
      annotations: portalAnnotations({ [KLUTCH_SERVICE_ANNOTATION]: resource }),
      links: [
        {
          url: `${portalUrl}/services/${resource}`,
          title: 'Plans and versions',
        },
        { url: `${portalUrl}/create/${resource}`, title: 'Order an instance' },
      ],
    },
    spec: {
      type: 'data-service',
      lifecycle: service.offered ? 'production' : 'deprecated',
      owner: defaultOwner,
      providesApis: [serviceApiRef(resource)],
    },
  };
}
