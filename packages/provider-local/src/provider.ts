/** Assembles the provider: caches of the managed resources, the services, one controller per kind. */
import { resolve } from 'node:path';
import { Logger, createClient, createLogger } from '@klutch/kube';
import type { KubeConfig } from '@kubernetes/client-node';
import { createCaches } from './controllers/caches';
import { createControllers } from './controllers/createControllers';
import { Services } from './controllers/services';
import { engines } from './engines';
import { openServiceHosts } from './host/openServiceHosts';
import { lockDataDir } from './lockDataDir';
import { instanceIdOf } from './resources/identity';

export interface ProviderOptions {
  /**
   * The control plane, with rights on the managed resources and on secrets; for Events about claims, with rights to get
   * composites and claims and to create Events.
   */
  kubeConfig: KubeConfig;
  /** Folder for servers and backups, preserved between runs. */
  dataDir: string;
  /** Stops the provider in order: controllers first, then the servers. */
  signal: AbortSignal;
  logger?: Logger;
  /** Interval in milliseconds between comparisons of sizes with quotas; default 5000. */
  usageIntervalMs?: number;
  /** File with the key of backups, which must exist; default `backup-key` in `dataDir`, created at the first start. */
  backupKeyFile?: string;
  /** Days after which the data of a backup are removed; default never. */
  backupRetentionDays?: number;
}

export interface Provider {
  /** Resolves after the signal when no server runs any more. */
  stopped: Promise<void>;
}

/**
 * Logs instances without a managed resource. Their data is never deleted: a recreated cluster must not cause data
 * loss.
 */
async function logOrphaned(services: Services, ids: string[], logger: Logger) {
  for (const service of services.all) {
    const orphaned = await service.orphaned(ids);
    if (orphaned.length > 0) {
      logger.warn(
        { service: service.engine.type, orphaned },
        'orphaned instances on disk: no managed resource refers to them; they are kept',
      );
    }
  }
}

/**
 * Starts the provider. Resolves when the controllers are running; the servers of earlier runs are started meanwhile.
 * Throws an error with a readable message when a requirement is missing: a user to run servers as, or exclusive use of
 * the folder.
 */
export async function startProviderLocal(
  options: ProviderOptions,
): Promise<Provider> {
  const { kubeConfig, signal } = options;
  const dataDir = resolve(options.dataDir);
  const logger = options.logger ?? createLogger('provider-local');
  const unlock = await lockDataDir(dataDir);
  const client = createClient(kubeConfig);
  const cleanups: (() => Promise<unknown>)[] = [unlock, () => client.close()];
  const cleanUp = async () => {
    for (const step of cleanups.reverse()) await step();
  };
  try {
    const all = await openServiceHosts(engines, dataDir, {
      usageIntervalMs: options.usageIntervalMs,
      backupKeyFile: options.backupKeyFile,
      backupRetentionDays: options.backupRetentionDays,
      onError: (message, error) => logger.error({ err: error }, message),
    });
    cleanups.push(() => Promise.all(all.map(service => service.stop())));
    const services = new Services(all);
    const caches = createCaches(client, logger);
    for (const cache of Object.values(caches)) cache.start(signal);
    await Promise.all(
      Object.values(caches).map(cache => cache.whenSynced(signal)),
    );

    const ids = caches.instances.list().map(instanceIdOf);
    await logOrphaned(services, ids, logger);
    await Promise.all(all.map(service => service.loadInstances(ids)));
    const { controllers, enqueueAffected } = createControllers({
      client,
      caches,
      services,
      logger,
    });
    cleanups.push(() =>
      Promise.all(controllers.map(controller => controller.stopped())),
    );
    for (const service of all) service.onChange(enqueueAffected);
    for (const controller of controllers) controller.start(signal);
    // Orders of other instances do not wait for servers that take minutes to start.
    for (const service of all) void service.startInstances();
    logger.info({ dataDir, instances: ids.length }, 'provider-local is ready');
  } catch (error) {
    await cleanUp();
    throw error;
  }
  const aborted = new Promise<void>(done => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
  return { stopped: aborted.then(cleanUp) };
}
