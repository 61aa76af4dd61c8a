/** The plugin for the old frontend system, with the same pages, cards and tabs. */
import {
  alertApiRef,
  createApiFactory,
  createComponentExtension,
  createPlugin,
  createRoutableExtension,
  discoveryApiRef,
  fetchApiRef,
} from '@backstage/core-plugin-api';
import { createKlutchApi, klutchApiRef } from '../api/klutchApi';
import {
  createQueryClient,
  klutchQueryClientApiRef,
} from '../api/queryClientApi';
import { createAlertAdapter, klutchToastApiRef } from '../api/toastApi';
import {
  legacyCatalogEntityRouteRef,
  legacyCreateInstanceRouteRef,
  legacyInstanceRouteRef,
  legacyOptionalPlatformRouteRef,
  legacyPlatformRouteRef,
  legacyRootRouteRef,
  legacyServiceRouteRef,
} from './routes';

/** The plugin for the old frontend system. @public */
export const klutchPlugin = createPlugin({
  id: 'klutch',
  routes: {
    root: legacyRootRouteRef,
    platform: legacyPlatformRouteRef,
    service: legacyServiceRouteRef,
    createInstance: legacyCreateInstanceRouteRef,
    instance: legacyInstanceRouteRef,
  },
  externalRoutes: {
    catalogEntity: legacyCatalogEntityRouteRef,
    platform: legacyOptionalPlatformRouteRef,
  },
  apis: [
    createApiFactory({
      api: klutchApiRef,
      deps: { discoveryApi: discoveryApiRef, fetchApi: fetchApiRef },
      factory: createKlutchApi,
    }),
    createApiFactory({
      api: klutchQueryClientApiRef,
      deps: {},
      factory: createQueryClient,
    }),
    createApiFactory({
      api: klutchToastApiRef,
      deps: { alertApi: alertApiRef },
      factory: ({ alertApi }) => createAlertAdapter(alertApi),
    }),
  ],
});

/** The pages for developers: `<Route path="/klutch" element={<KlutchPage />} />`. @public */
export const KlutchPage = klutchPlugin.provide(
  createRoutableExtension({
    name: 'KlutchPage',
    mountPoint: legacyRootRouteRef,
    component: () => import('./wrapped').then(m => m.LegacyPage),
  }),
);

/** The pages for platform operators: `<Route path="/klutch-platform" element={<KlutchPlatformPage />} />`. @public */
export const KlutchPlatformPage = klutchPlugin.provide(
  createRoutableExtension({
    name: 'KlutchPlatformPage',
    mountPoint: legacyPlatformRouteRef,
    component: () => import('./wrapped').then(m => m.LegacyPlatformPage),
  }),
);

/** Card for the entity page of a component: the data services that it uses. @public */
export const EntityKlutchComponentCard = klutchPlugin.provide(
  createComponentExtension({
    name: 'EntityKlutchComponentCard',
    component: {
      lazy: () => import('./wrapped').then(m => m.LegacyComponentCard),
    },
  }),
);

/** Card for the entity page of an instance. @public */
export const EntityKlutchInstanceCard = klutchPlugin.provide(
  createComponentExtension({
    name: 'EntityKlutchInstanceCard',
    component: {
      lazy: () => import('./wrapped').then(m => m.LegacyInstanceCard),
    },
  }),
);

/** Tab for the entity page of an instance. @public */
export const EntityKlutchInstanceContent = klutchPlugin.provide(
  createComponentExtension({
    name: 'EntityKlutchInstanceContent',
    component: {
      lazy: () => import('./wrapped').then(m => m.LegacyInstanceContent),
    },
  }),
);

/** Card for the entity page of a service. @public */
export const EntityKlutchServiceCard = klutchPlugin.provide(
  createComponentExtension({
    name: 'EntityKlutchServiceCard',
    component: {
      lazy: () => import('./wrapped').then(m => m.LegacyServiceCard),
    },
  }),
);

/** Tab for the entity page of a service. @public */
export const EntityKlutchServiceContent = klutchPlugin.provide(
  createComponentExtension({
    name: 'EntityKlutchServiceContent',
    component: {
      lazy: () => import('./wrapped').then(m => m.LegacyServiceContent),
    },
  }),
);
