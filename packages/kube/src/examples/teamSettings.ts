// Keeps a ConfigMap `team` in each namespace that has the label `team`, by one of several replicas.
import {
  cacheCheck,
  core,
  createCache,
  createClient,
  createController,
  createHealth,
  createLeaderElector,
  createLogger,
  createMetrics,
  serveProbes,
  type loadKubeConfig,
} from '../index';
import { Registry } from 'prom-client';

const logger = createLogger('team-settings');

/** Runs until the signal aborts. */
export async function teamSettings(
  kubeConfig: ReturnType<typeof loadKubeConfig>,
  signal: AbortSignal,
  port = 8080,
): Promise<void> {
  const registry = new Registry();
  const metrics = createMetrics(registry);
  const client = createClient(kubeConfig, { metrics });
  const follow = { client, labelSelector: 'team', logger, metrics };
  const namespaces = createCache({ ...follow, resource: core.namespaces });
  const settings = createCache({ ...follow, resource: core.configMaps });
  const elector = createLeaderElector({
    // A client of its own, so that renewals do not queue behind other requests.
    client: createClient(kubeConfig, { rateLimiter: 'unlimited' }),
    lease: { namespace: 'default', name: 'team-settings' },
    logger,
    metrics,
  });
  const checks = [cacheCheck(namespaces), cacheCheck(settings)];
  await serveProbes({ port, health: createHealth({ checks }), registry });
  // A standby follows the cluster, too, so that it can lead at once.
  [namespaces, settings].forEach(cache => cache.start(signal));
  await elector.run(async leadership => {
    // Nothing is written any more when the lease is lost.
    const writer = client.guarded(leadership.guard);
    const controller = createController({
      name: 'team-settings',
      watches: [
        { cache: namespaces },
        { cache: settings, key: ({ metadata }) => metadata.namespace },
      ],
      async reconcile(namespace) {
        const team = namespaces.get(namespace)?.metadata.labels?.team;
        const present = settings.get(`${namespace}/team`);
        if (team === undefined || present?.data?.team === team) return;
        await writer.apply(
          core.configMaps,
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { namespace, name: 'team', labels: { team } },
            data: { team },
          },
          { fieldManager: 'team-settings', force: true },
        );
      },
      logger,
      metrics,
    });
    controller.start(leadership.signal);
    await controller.stopped();
  }, signal);
}
