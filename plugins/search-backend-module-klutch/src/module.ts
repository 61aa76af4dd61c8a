/** Adds the collators to the search backend. */
import {
  coreServices,
  createBackendModule,
} from '@backstage/backend-plugin-api';
import { catalogServiceRef } from '@backstage/plugin-catalog-node';
import { searchIndexRegistryExtensionPoint } from '@backstage/plugin-search-backend-node/alpha';
import {
  createKlutchClientFor,
  readMountPath,
} from '@klutch/backstage-plugin-klutch-node';
import {
  instanceDocuments,
  KlutchCollatorFactory,
  serviceDocuments,
} from './KlutchCollatorFactory';
import { readSchedule } from './readSchedule';

/** Lists of the portal that are incomplete because an API was just bound are complete after seconds. */
const RETRY_DELAY_MS = 10_000;

/**
 * Search module with services and instances of the Klutch portal, as documents of the types `klutch-service` and
 * `klutch-instance`. Reads `search.collators.klutch`; an invalid value stops the start with an error that names the key.
 * @public
 */
export const searchModuleKlutch = createBackendModule({
  pluginId: 'search',
  moduleId: 'klutch',
  register(registration) {
    registration.registerInit({
      deps: {
        auth: coreServices.auth,
        catalog: catalogServiceRef,
        config: coreServices.rootConfig,
        discovery: coreServices.discovery,
        index: searchIndexRegistryExtensionPoint,
        scheduler: coreServices.scheduler,
      },
      async init({ auth, catalog, config, discovery, index, scheduler }) {
        const clientFor = createKlutchClientFor({ auth, discovery });
        const mountPath = readMountPath(config);
        for (const documents of [serviceDocuments, instanceDocuments]) {
          index.addCollator({
            schedule: scheduler.createScheduledTaskRunner(readSchedule(config)),
            factory: new KlutchCollatorFactory(documents, {
              auth,
              catalog,
              clientFor,
              mountPath,
              retryDelayMs: RETRY_DELAY_MS,
            }),
          });
        }
      },
    });
  },
});
