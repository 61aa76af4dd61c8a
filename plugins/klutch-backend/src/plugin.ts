/** The backend plugin: creates the services and ties them to the lifecycle of the backend. */
import { setMaxListeners } from 'node:events';
import {
  coreServices,
  createBackendPlugin,
  type BackendPluginRegistrationPoints,
  type LifecycleService,
} from '@backstage/backend-plugin-api';
import {
  actionsRegistryServiceRef,
  metricsServiceRef,
} from '@backstage/backend-plugin-api/alpha';
import { eventsServiceRef } from '@backstage/plugin-events-node';
import { notificationService } from '@backstage/plugin-notifications-node';
import { signalsServiceRef } from '@backstage/plugin-signals-node';
import { knexStores } from '@klutch/binding-backend';
import {
  klutchIdentityExtensionPoint,
  type KlutchIdentityStrategy,
} from '@klutch/backstage-plugin-klutch-node';
import { registerActions } from './actions/registerActions';
import { createRouter } from './api/router';
import { handshakePath } from './binding/handshakeRouter';
import { joinPath, mountBindingRoutes } from './binding/mountBindingRoutes';
import { readConfig } from './config/readConfig';
import { startupWarnings } from './config/startupWarnings';
import { openDatabase } from './database/openDatabase';
import { registerMetrics } from './metrics/registerMetrics';
import { createPortal, type Portal } from './portal';
import { scheduleTasks } from './scheduleTasks';

/** Lets one module set the identity strategy; the returned function gives it when all modules are initialized. */
function registerIdentityStrategy(
  registration: BackendPluginRegistrationPoints,
): () => KlutchIdentityStrategy | undefined {
  let identityStrategy: KlutchIdentityStrategy | undefined;
  registration.registerExtensionPoint(klutchIdentityExtensionPoint, {
    setStrategy(strategy) {
      if (identityStrategy) {
        throw new Error(
          'Two modules of the plugin klutch set an identity strategy. Remove one of them.',
        );
      }
      identityStrategy = strategy;
    },
  });
  return () => identityStrategy;
}

/** Starts the portal with the backend, and stops it with the backend. */
function followLifecycle(portal: Portal, lifecycle: LifecycleService): void {
  const shutdownController = new AbortController();
  // Each cache adds a listener, and the number of caches is unlimited.
  setMaxListeners(0, shutdownController.signal);
  lifecycle.addStartupHook(() => portal.start(shutdownController.signal));
  lifecycle.addShutdownHook(async () => {
    shutdownController.abort();
    await portal.stopped();
  });
}

/** Backstage services that the plugin uses. */
const pluginDeps = {
  actionsRegistry: actionsRegistryServiceRef,
  auditor: coreServices.auditor,
  auth: coreServices.auth,
  config: coreServices.rootConfig,
  database: coreServices.database,
  discovery: coreServices.discovery,
  events: eventsServiceRef,
  httpAuth: coreServices.httpAuth,
  httpRouter: coreServices.httpRouter,
  lifecycle: coreServices.lifecycle,
  logger: coreServices.logger,
  metrics: metricsServiceRef,
  notifications: notificationService,
  permissions: coreServices.permissions,
  permissionsRegistry: coreServices.permissionsRegistry,
  scheduler: coreServices.scheduler,
  signals: signalsServiceRef,
  userInfo: coreServices.userInfo,
};

/**
 * The portal's backend, plugin id `klutch`.
 * @public
 */
export const klutchPlugin = createBackendPlugin({
  pluginId: 'klutch',
  register(registration) {
    const identityStrategy = registerIdentityStrategy(registration);
    registration.registerInit({
      deps: pluginDeps,
      async init({ actionsRegistry, lifecycle, metrics, ...deps }) {
        const { httpAuth, httpRouter, logger } = deps;
        const config = readConfig(deps.config);
        const knex = await openDatabase(deps.database);
        const stores = knexStores(knex, { createTable: false });
        const base = await deps.discovery.getExternalBaseUrl('klutch');
        const externalUrl =
          config.handshake?.externalUrl ?? `${base}${handshakePath}`;
        const portal = createPortal(config, {
          ...deps,
          identityStrategy: identityStrategy(),
          knex,
          stores,
          joinUrl: `${externalUrl}${joinPath}`,
        });
        const { binding, callers, handlers, joinTokens } = portal;
        followLifecycle(portal, lifecycle);
        registerMetrics(metrics, portal.metricSources);
        registerActions(actionsRegistry, { callers, handlers });
        await scheduleTasks({ ...deps, config, knex, portal });
        const bindingParts = { binding, config, joinTokens, stores };
        mountBindingRoutes({ ...deps, ...bindingParts, externalUrl });
        httpRouter.use(createRouter({ httpAuth, logger, callers, handlers }));
        startupWarnings(config, externalUrl).forEach(warning =>
          logger.warn(warning),
        );
      },
    });
  },
});
