/** The plugin for the new frontend system. */
import type { Entity } from '@backstage/catalog-model';
import {
  ApiBlueprint,
  createFrontendPlugin,
  discoveryApiRef,
  fetchApiRef,
  PageBlueprint,
  toastApiRef,
} from '@backstage/frontend-plugin-api';
import {
  EntityCardBlueprint,
  EntityContentBlueprint,
} from '@backstage/plugin-catalog-react/alpha';
import {
  KLUTCH_CLAIM_ANNOTATION,
  klutchPlatformReadPermission,
  klutchTraceReadPermission,
  KLUTCH_SERVICE_ANNOTATION,
} from '@klutch/backstage-plugin-klutch-common';
import { createKlutchApi, klutchApiRef } from './api/klutchApi';
import { prefetchServices } from './api/prefetchServices';
import { isKlutchService } from './entity/entityRef';
import {
  createQueryClient,
  klutchQueryClientApiRef,
} from './api/queryClientApi';
import { createToastAdapter, klutchToastApiRef } from './api/toastApi';
import { homeWidget } from './home/homeWidget';
import { loadElement } from './loadWithProviders';
import { PageIcon } from './PageIcon';
import {
  catalogEntityRouteRef,
  createInstanceRouteRef,
  instanceRouteRef,
  platformRouteRef,
  rootRouteRef,
  serviceRouteRef,
} from './routes';
import { formFields } from './scaffolder/formFields';

const klutchApi = ApiBlueprint.make({
  params: defineParams =>
    defineParams({
      api: klutchApiRef,
      deps: { discoveryApi: discoveryApiRef, fetchApi: fetchApiRef },
      factory: createKlutchApi,
    }),
});

const queryClientApi = ApiBlueprint.make({
  name: 'query-client',
  params: defineParams =>
    defineParams({
      api: klutchQueryClientApiRef,
      deps: {},
      factory: createQueryClient,
    }),
});

const klutchToastApi = ApiBlueprint.make({
  name: 'toast',
  params: defineParams =>
    defineParams({
      api: klutchToastApiRef,
      deps: { toastApi: toastApiRef },
      factory: ({ toastApi }) => createToastAdapter(toastApi),
    }),
});

const icon = <PageIcon id="klutch" />;

const klutchPage = PageBlueprint.makeWithOverrides({
  factory: (originalFactory, { apis }) =>
    originalFactory({
      path: '/klutch',
      routeRef: rootRouteRef,
      title: 'Data services',
      icon,
      noHeader: true,
      loader: () => {
        prefetchServices(apis);
        return loadElement(import('./KlutchRoutes').then(m => m.KlutchRoutes));
      },
    }),
});

/** Each opens at least one of the platform pages. */
const platformPermissions = [
  klutchPlatformReadPermission,
  klutchTraceReadPermission,
];

const platformPage = PageBlueprint.make({
  name: 'platform',
  // The form of permissions in predicates: `<name>#<action>`.
  if: {
    $any: platformPermissions.map(({ name, attributes }) => ({
      permissions: { $contains: `${name}#${attributes.action}` },
    })),
  },
  params: {
    path: '/klutch-platform',
    routeRef: platformRouteRef,
    title: 'Data platform',
    icon: <PageIcon id="klutch-platform" />,
    noHeader: true,
    loader: () =>
      loadElement(
        import('./platform/PlatformRoutes').then(m => m.PlatformRoutes),
      ),
  },
});

const instanceFilter = {
  [`metadata.annotations.${KLUTCH_CLAIM_ANNOTATION}`]: { $exists: true },
};
const serviceFilter = {
  [`metadata.annotations.${KLUTCH_SERVICE_ANNOTATION}`]: { $exists: true },
};

/** Components of the catalog, without those that are services themselves. */
const componentFilter = (entity: Entity) =>
  entity.kind === 'Component' && !isKlutchService(entity);

const loadComponentCard = () =>
  loadElement(
    import('./entity/EntityComponentCard').then(m => m.EntityComponentCard),
  );

const componentCard = EntityCardBlueprint.make({
  name: 'component',
  params: {
    type: 'content',
    filter: componentFilter,
    loader: loadComponentCard,
  },
});

const componentContent = EntityContentBlueprint.make({
  name: 'component',
  params: {
    path: '/data-services',
    title: 'Data services',
    filter: componentFilter,
    loader: loadComponentCard,
  },
});

const instanceCard = EntityCardBlueprint.make({
  name: 'instance',
  params: {
    type: 'content',
    filter: instanceFilter,
    loader: () =>
      loadElement(
        import('./entity/EntityInstanceCard').then(m => m.EntityInstanceCard),
      ),
  },
});

const instanceContent = EntityContentBlueprint.make({
  name: 'instance',
  params: {
    path: '/data-service',
    title: 'Data service',
    filter: instanceFilter,
    loader: () =>
      loadElement(
        import('./entity/EntityInstanceContent').then(
          m => m.EntityInstanceContent,
        ),
      ),
  },
});

const serviceCard = EntityCardBlueprint.make({
  name: 'service',
  params: {
    type: 'content',
    filter: serviceFilter,
    loader: () =>
      loadElement(
        import('./entity/EntityServiceCard').then(m => m.EntityServiceCard),
      ),
  },
});

const serviceContent = EntityContentBlueprint.make({
  name: 'service',
  params: {
    path: '/plans',
    title: 'Plans',
    filter: serviceFilter,
    loader: () =>
      loadElement(
        import('./entity/EntityServiceContent').then(
          m => m.EntityServiceContent,
        ),
      ),
  },
});

/** Data services in Backstage: services, instances, service bindings, backups, platform pages. @public */
export const klutchPlugin = createFrontendPlugin({
  pluginId: 'klutch',
  title: 'Data services',
  icon,
  info: { packageJson: () => import('../package.json') },
  routes: {
    root: rootRouteRef,
    platform: platformRouteRef,
    service: serviceRouteRef,
    createInstance: createInstanceRouteRef,
    instance: instanceRouteRef,
  },
  externalRoutes: { catalogEntity: catalogEntityRouteRef },
  extensions: [
    klutchApi,
    queryClientApi,
    klutchToastApi,
    klutchPage,
    platformPage,
    ...formFields,
    componentCard,
    componentContent,
    instanceCard,
    instanceContent,
    serviceCard,
    serviceContent,
    homeWidget,
  ],
});
