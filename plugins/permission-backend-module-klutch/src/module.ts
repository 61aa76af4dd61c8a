/** Installs the policy in the permission backend. */
import {
  coreServices,
  createBackendModule,
} from '@backstage/backend-plugin-api';
import { policyExtensionPoint } from '@backstage/plugin-permission-node/alpha';
import { createKlutchPolicy } from './createKlutchPolicy';
import { readRoles } from './readRoles';

/**
 * Permission module that decides by the roles under `klutch.permission.roles`, and allows the permissions of other
 * plugins.
 * @public
 */
export const permissionModuleKlutch = createBackendModule({
  pluginId: 'permission',
  moduleId: 'klutch',
  register(registration) {
    registration.registerInit({
      deps: { config: coreServices.rootConfig, policy: policyExtensionPoint },
      async init({ config, policy }) {
        policy.setPolicy(createKlutchPolicy(readRoles(config)));
      },
    });
  },
});
