/** Adds the entity provider to the catalog. */
import {
  coreServices,
  createBackendModule,
} from '@backstage/backend-plugin-api';
import { catalogProcessingExtensionPoint } from '@backstage/plugin-catalog-node';
import { eventsServiceRef } from '@backstage/plugin-events-node';
import { KlutchEntityProvider } from './KlutchEntityProvider';

/**
 * Catalog module with services, app clusters and instances of the Klutch portal. Reads `catalog.providers.klutch`; an
 * invalid value stops the start with an error that names the key.
 * @public
 */
export const catalogModuleKlutch = createBackendModule({
  pluginId: 'catalog',
  moduleId: 'klutch',
  register(registration) {
    registration.registerInit({
      deps: {
        auth: coreServices.auth,
        catalog: catalogProcessingExtensionPoint,
        config: coreServices.rootConfig,
        discovery: coreServices.discovery,
        events: eventsServiceRef,
        logger: coreServices.logger,
        scheduler: coreServices.scheduler,
      },
      async init({ catalog, config, ...deps }) {
        catalog.addEntityProvider(
          KlutchEntityProvider.fromConfig(config, deps),
        );
      },
    });
  },
});
