/** The demo Backstage backend: the catalog, software templates, sign-in, and the Klutch portal. */
import { createBackend } from '@backstage/backend-defaults';
import { permissionPolicyModule } from './permissionPolicy';

const backend = createBackend();

backend.add(import('@backstage/plugin-app-backend'));
backend.add(import('@backstage/plugin-auth-backend'));
backend.add(import('@backstage/plugin-auth-backend-module-guest-provider'));
backend.add(import('@backstage/plugin-auth-backend-module-oidc-provider'));
backend.add(import('@backstage/plugin-permission-backend'));
backend.add(permissionPolicyModule);
backend.add(import('@backstage/plugin-catalog-backend'));
backend.add(
  import('@backstage/plugin-catalog-backend-module-scaffolder-entity-model'),
);
backend.add(import('@backstage/plugin-scaffolder-backend'));
backend.add(import('@backstage/plugin-notifications-backend'));
backend.add(import('@backstage/plugin-search-backend'));
backend.add(import('@backstage/plugin-signals-backend'));
backend.add(import('@backstage/plugin-user-settings-backend'));

backend.add(import('@klutch/backstage-plugin-klutch-backend'));
backend.add(import('@klutch/backstage-plugin-catalog-backend-module-klutch'));
backend.add(
  import('@klutch/backstage-plugin-scaffolder-backend-module-klutch'),
);
backend.add(import('@klutch/backstage-plugin-search-backend-module-klutch'));

backend.start();
