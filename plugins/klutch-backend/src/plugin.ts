/** The backend plugin: creates the services and ties them to the lifecycle of the backend. */
import { setMaxListeners } from 'node:events';
import {
  coreServices,
  createBackendPlugin,
} from '@backstage/backend-plugin-api';
import {
  actionsRegistryServiceRef,
  metricsServiceRef,
} from '@backstage/backend-plugin-api/alpha';
import { eventsServiceRef } from '@backstage/plugin-events-node';
import { notificationService } from '@backstage/plugin-notifications-node';
import { signalsServiceRef } from '@backstage/plugin-signals-node';
import { createJoinRouter, knexStores } from '@klutch/binding-backend';
import {
  klutchIdentityExtensionPoint,
  readMountPath,
  type KlutchIdentityStrategy,
} from '@klutch/backstage-plugin-klutch-node';
import { Router } from 'express';
import { registerActions } from './actions/registerActions';
import { createRouter } from './api/router';
import {
  createHandshakeRouter,
  handshakePath,
} from './binding/handshakeRouter';
import { untrustedProxyWarning } from './binding/untrustedProxyWarning';
import { kubeLogger } from './clusters/kubeLogger';
import { readConfig } from './config/readConfig';
import { startupWarnings } from './config/startupWarnings';
import { openDatabase } from './database/openDatabase';
import { registerMetrics } from './metrics/registerMetrics';
import { ProblemNotifier } from './notifications/ProblemNotifier';
import { readOperators } from './notifications/readOperators';
import { createPortal } from './portal';

/** Relative to the handshake's path. */
const joinPath = '/join';

/**
 * The portal's backend, plugin id `klutch`.
 * @public
 */
export const klutchPlugin = createBackendPlugin({
  pluginId: 'klutch',
  register(registration) {
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
    registration.registerInit({
      deps: {
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
      },
      async init({
        actionsRegistry,
        httpRouter,
        httpAuth,
        lifecycle,
        metrics,
        notifications,
        scheduler,
        ...deps
      }) {
        const config = readConfig(deps.config);
        const knex = await openDatabase(deps.database);
        const stores = knexStores(knex, { createTable: false });
        const base = await deps.discovery.getExternalBaseUrl('klutch');
        const externalUrl =
          config.handshake?.externalUrl ?? `${base}${handshakePath}`;
        const portal = createPortal(config, {
          ...deps,
          identityStrategy,
          knex,
          stores,
          joinUrl: `${externalUrl}${joinPath}`,
        });
        const shutdownController = new AbortController();
        // Each cache adds a listener, and the number of caches is unlimited.
        setMaxListeners(0, shutdownController.signal);
        lifecycle.addStartupHook(() => portal.start(shutdownController.signal));
        lifecycle.addShutdownHook(async () => {
          shutdownController.abort();
          await portal.stopped();
        });
        const { activity, backups, binding, callers, handlers, joinTokens } =
          portal;
        registerMetrics(metrics, portal.metricSources);
        registerActions(actionsRegistry, { callers, handlers });
        await scheduler.scheduleTask({
          id: 'klutch-request-changes',
          // Each replica tells its own browsers.
          scope: 'local',
          frequency: { seconds: 5 },
          timeout: { seconds: 30 },
          fn: () => portal.requestChanges.check(),
        });
        await scheduler.scheduleTask({
          id: 'klutch-backup-schedules',
          scope: 'global',
          frequency: { minutes: 1 },
          timeout: { minutes: 10 },
          fn: signal => backups.run(signal),
        });
        await scheduler.scheduleTask({
          id: 'klutch-activity-retention',
          scope: 'global',
          frequency: { days: 1 },
          timeout: { minutes: 10 },
          fn: () => activity.removeOld(new Date()),
        });
        if (deps.config.getOptionalBoolean('klutch.notifications.enabled')) {
          const problems = new ProblemNotifier({
            ...portal.claims,
            appClusters: {
              records: portal.appClusters,
              operators: readOperators(deps.config),
            },
            knex,
            logger: kubeLogger(deps.logger),
            mountPath: readMountPath(deps.config),
            notifications,
          });
          await scheduler.scheduleTask({
            id: 'klutch-notifications',
            scope: 'global',
            frequency: { minutes: 1 },
            timeout: { minutes: 10 },
            fn: signal => problems.run(signal),
          });
        }
        const join = `${handshakePath}${joinPath}`;
        httpRouter.use(
          Router().use(handshakePath, untrustedProxyWarning(deps.logger)),
        );
        httpRouter.addAuthPolicy({ path: join, allow: 'unauthenticated' });
        httpRouter.use(
          Router().use(
            join,
            createJoinRouter({
              joinTokens,
              logger: kubeLogger(deps.logger),
              limits: { requests: config.handshake?.requestsPerMinute },
            }),
          ),
        );
        if (config.handshake) {
          httpRouter.addAuthPolicy({
            path: handshakePath,
            allow: 'unauthenticated',
          });
          httpRouter.use(
            createHandshakeRouter({
              ...deps,
              stores,
              externalUrl,
              binding,
              config: config.handshake,
              prettyName: config.binding.prettyName,
            }),
          );
        }
        httpRouter.use(
          createRouter({ httpAuth, logger: deps.logger, callers, handlers }),
        );
        startupWarnings(config, externalUrl).forEach(warning =>
          deps.logger.warn(warning),
        );
      },
    });
  },
});
