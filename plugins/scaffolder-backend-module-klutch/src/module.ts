/** Adds the actions to the scaffolder. */
import {
  coreServices,
  createBackendModule,
} from '@backstage/backend-plugin-api';
import { catalogServiceRef } from '@backstage/plugin-catalog-node';
import { scaffolderActionsExtensionPoint } from '@backstage/plugin-scaffolder-node';
import {
  createKlutchClientFor,
  readMountPath,
} from '@klutch/backstage-plugin-klutch-node';
import { createApplyClaimAction } from './actions/applyClaim';
import { createCreateBackupAction } from './actions/createBackup';
import { createCreateBindingAction } from './actions/createBinding';
import { createCreateInstanceAction } from './actions/createInstance';
import { createCreateRestoreAction } from './actions/createRestore';
import { createDeleteInstanceAction } from './actions/deleteInstance';
import { createUpdateInstanceAction } from './actions/updateInstance';
import { createWaitAction } from './actions/wait';

/**
 * Scaffolder module with the actions `klutch:*`.
 * @public
 */
export const scaffolderModuleKlutch = createBackendModule({
  pluginId: 'scaffolder',
  moduleId: 'klutch',
  register(registration) {
    registration.registerInit({
      deps: {
        actions: scaffolderActionsExtensionPoint,
        auth: coreServices.auth,
        catalog: catalogServiceRef,
        config: coreServices.rootConfig,
        discovery: coreServices.discovery,
      },
      async init({ actions, auth, catalog, config, discovery }) {
        const clientFor = createKlutchClientFor({ auth, discovery });
        const options = {
          catalog,
          clientFor,
          mountPath: readMountPath(config),
        };
        actions.addActions(
          createApplyClaimAction(options),
          createCreateBackupAction(options),
          createCreateBindingAction(options),
          createCreateInstanceAction(options),
          createCreateRestoreAction(options),
          createDeleteInstanceAction(options),
          createUpdateInstanceAction(options),
          createWaitAction(options),
        );
      },
    });
  },
});
