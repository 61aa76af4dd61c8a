/** Adds the actions to the scaffolder. */
import {
  coreServices,
  createBackendModule,
} from '@backstage/backend-plugin-api';
import { scaffolderActionsExtensionPoint } from '@backstage/plugin-scaffolder-node';
import { createKlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { createApplyClaimAction, type ClientFor } from './actions/applyClaim';

/**
 * Scaffolder module with the action `klutch:claim:apply`.
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
        discovery: coreServices.discovery,
      },
      async init({ actions, auth, discovery }) {
        const clientFor: ClientFor = async credentials => {
          const { token } = await auth.getPluginRequestToken({
            onBehalfOf: credentials,
            targetPluginId: 'klutch',
          });
          return createKlutchClient({
            baseUrl: await discovery.getBaseUrl('klutch'),
            fetch: request => {
              request.headers.set('authorization', `Bearer ${token}`);
              return fetch(request);
            },
          });
        };
        actions.addActions(createApplyClaimAction({ clientFor }));
      },
    });
  },
});
