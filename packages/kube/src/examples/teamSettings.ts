// Keeps a ConfigMap `team` in each namespace that has the label `team`, by one of several replicas.
import * as kube from '../index';
import { Registry } from 'prom-client';

const name = 'team-settings';
const { configMaps, namespaces } = kube.core;

/** Runs until the signal aborts. */
export async function teamSettings(
  kubeConfig: ReturnType<typeof kube.loadKubeConfig>,
  signal: AbortSignal,
  port = 8080,
): Promise<void> {
  const registry = new Registry();
  const logger = kube.createLogger(name);
  const metrics = kube.createMetrics(registry);
  const client = kube.createClient(kubeConfig, { metrics });
  const follow = { client, labelSelector: 'team', logger, metrics };
  const teams = kube.createCache({ ...follow, resource: namespaces });
  const settings = kube.createCache({ ...follow, resource: configMaps });
  // A standby follows the cluster, too, so that it can lead at once.
  for (const cache of [teams, settings]) cache.start(signal);
  const checks = [kube.cacheCheck(teams), kube.cacheCheck(settings)];
  const health = kube.createHealth({ checks });
  await kube.serveProbes({ port, health, registry });
  const elector = kube.createLeaderElector({
    // Of its own, so that renewals do not queue behind other requests.
    client: kube.createClient(kubeConfig, { rateLimiter: 'unlimited' }),
    lease: { namespace: 'default', name },
    logger,
    metrics,
  });
  await elector.run(async leadership => {
    // Nothing is written any more when the lease is lost.
    const writer = client.guarded(leadership.guard);
    const key = (settingsOf: kube.KubeObject) => settingsOf.metadata.namespace;
    const controller = kube.createController({
      name,
      watches: [{ cache: teams }, { cache: settings, key }],
      async reconcile(namespace) {
        const team = teams.get(namespace)?.metadata.labels?.team;
        const present = settings.get(`${namespace}/team`)?.data?.team;
        if (team === undefined || present === team) return;
        const metadata = { namespace, name: 'team', labels: { team } };
        const type = { apiVersion: 'v1', kind: 'ConfigMap' };
        const desired = { ...type, metadata, data: { team } };
        const by = { fieldManager: name, force: true };
        await writer.apply(configMaps, desired, by);
      },
      logger,
      metrics,
    });
    controller.start(leadership.signal);
    await controller.stopped();
  }, signal);
}
