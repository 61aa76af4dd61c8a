/** All entities of services and app clusters. */
import type { Entity } from '@backstage/catalog-model';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { appClusterResource } from './appClusterResource';
import type { EntityContext } from './entityContext';
import { serviceApi } from './serviceApi';
import { serviceComponent } from './serviceComponent';
import { serviceTemplate } from './serviceTemplate';

/** Services and app clusters of the portal. */
export interface Platform {
  /** Services with instances: offered, or withdrawn and still bound. */
  services: Schemas['ServiceDetail'][];
  appClusters: Schemas['AppCluster'][];
}

/**
 * Entities of services and app clusters; a withdrawn service has no Template.
 *
 * @param templates - whether there are Templates at all
 */
export function platformEntities(
  { services, appClusters }: Platform,
  context: EntityContext,
  templates: boolean,
): Entity[] {
  return [
    ...services.flatMap(service => [
      serviceComponent(service, context),
      serviceApi(service, context),
      ...(templates && service.offered
        ? [serviceTemplate(service, context)]
        : []),
    ]),
    ...appClusters.map(appCluster => appClusterResource(appCluster, context)),
  ];
}
