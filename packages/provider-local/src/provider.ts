/** Assembles the provider: caches of the managed resources, the services, one controller per kind. */
import { resolve } from 'node:path';
import {
  Cache,
  Controller,
  KubeClient,
  KubeObject,
  Logger,
  Resource,
  Secret,
  core,
  createCache,
  createClient,
  createController,
  createLogger,
  keyOf,
} from '@klutch/kube';
import type { KubeConfig } from '@kubernetes/client-node';
import { backupKind } from './controllers/backup';
import {
  bindingOfSecret,
  connectionSecretType,
  withoutData,
} from './controllers/connectionSecret';
import { kubernetesObjectKind } from './controllers/kubernetesObject';
import { createManagedReconciler } from './controllers/managedReconciler';
import { backupClaimOf, restoreKind } from './controllers/restore';
import {
  instanceClaimOf,
  serviceBindingKind,
} from './controllers/serviceBinding';
import { serviceInstanceKind } from './controllers/serviceInstance';
import { Services } from './controllers/services';
import { engines } from './engines';
import { openDataServices } from './host/openDataServices';
import { ServiceChange } from './host/reports';
import { lockDataDir } from './lockDataDir';
import { claimOf, instanceIdOf, uidOf } from './resources/identity';
import {
  Backup,
  KubernetesObject,
  ManagedResource,
  Restore,
  ServiceBinding,
  ServiceInstance,
  backups,
  kubernetesObjects,
  restores,
  serviceBindings,
  serviceInstances,
} from './resources/managedResources';

export interface ProviderOptions {
  /** The control plane, with rights on the managed resources and on secrets. */
  kubeConfig: KubeConfig;
  /** Folder for servers and backups, preserved between runs. */
  dataDir: string;
  /** Stops the provider in order: controllers first, then the servers. */
  signal: AbortSignal;
  logger?: Logger;
  /** Interval in milliseconds between comparisons of sizes with quotas; default 5000. */
  storageIntervalMs?: number;
  /** File with the key of backups, which must exist; default `backup-key` in `dataDir`, created at the first start. */
  backupKeyFile?: string;
  /** Days after which the data of a backup are removed; default never. */
  backupRetentionDays?: number;
}

export interface Provider {
  /** Resolves after the signal when no server runs any more. */
  stopped: Promise<void>;
}

interface Caches {
  instances: Cache<ServiceInstance>;
  bindings: Cache<ServiceBinding>;
  backups: Cache<Backup>;
  restores: Cache<Restore>;
  objects: Cache<KubernetesObject>;
  secrets: Cache<Secret>;
}

function createCaches(client: KubeClient, logger: Logger): Caches {
  const managed = <T extends ManagedResource>(
    resource: Resource<T>,
    indexes: Record<string, (object: T) => string[]>,
  ) =>
    createCache<T>({
      client,
      resource,
      logger,
      indexes: { uid: object => [uidOf(object)], claim: claimOf, ...indexes },
    });
  return {
    instances: managed(serviceInstances, {
      id: object => [instanceIdOf(object)],
    }),
    bindings: managed(serviceBindings, { instanceClaim: instanceClaimOf }),
    backups: managed(backups, { instanceClaim: instanceClaimOf }),
    restores: managed(restores, {
      backupClaim: backupClaimOf,
      instanceClaim: instanceClaimOf,
    }),
    objects: managed(kubernetesObjects, {}),
    secrets: createCache<Secret>({
      client,
      resource: core.secrets,
      fieldSelector: `type=${connectionSecretType}`,
      project: withoutData,
      logger,
    }),
  };
}

const keysOf = (objects: KubeObject[]) => objects.map(object => keyOf(object));

function createControllers(
  client: KubeClient,
  caches: Caches,
  services: Services,
  logger: Logger,
) {
  const {
    instances,
    bindings,
    backups: backupCache,
    restores: restoreCache,
    objects,
    secrets,
  } = caches;
  const byInstance =
    (cache: Cache<ServiceBinding> | Cache<Backup> | Cache<Restore>) =>
    (instance: ServiceInstance) =>
      claimOf(instance).flatMap(claim =>
        keysOf(cache.byIndex('instanceClaim', claim)),
      );
  const common = { logger };

  const instanceController = createController<[ServiceInstance]>({
    ...common,
    name: 'service-instance',
    // Servers that take a minute to start must not hold up the others.
    concurrency: 8,
    watches: [{ cache: instances }],
    reconcile: createManagedReconciler(
      client,
      serviceInstanceKind(instances, services),
    ),
  });
  const bindingController = createController<
    [ServiceBinding, ServiceInstance, Secret]
  >({
    ...common,
    name: 'service-binding',
    watches: [
      { cache: bindings },
      { cache: instances, key: byInstance(bindings) },
      { cache: secrets, key: bindingOfSecret },
    ],
    reconcile: createManagedReconciler(
      client,
      serviceBindingKind({ client, cache: bindings, instances, services }),
    ),
  });
  const backupController = createController<[Backup, ServiceInstance]>({
    ...common,
    name: 'backup',
    watches: [
      { cache: backupCache },
      { cache: instances, key: byInstance(backupCache) },
    ],
    reconcile: createManagedReconciler(
      client,
      backupKind({ cache: backupCache, instances, services }),
    ),
  });
  const restoreController = createController<
    [Restore, Backup, ServiceInstance]
  >({
    ...common,
    name: 'restore',
    watches: [
      { cache: restoreCache },
      {
        cache: backupCache,
        key: backup =>
          claimOf(backup).flatMap(claim =>
            keysOf(restoreCache.byIndex('backupClaim', claim)),
          ),
      },
      { cache: instances, key: byInstance(restoreCache) },
    ],
    reconcile: createManagedReconciler(
      client,
      restoreKind({
        cache: restoreCache,
        backups: backupCache,
        instances,
        services,
      }),
    ),
  });

  const objectController = createController<[KubernetesObject]>({
    ...common,
    name: 'kubernetes-object',
    watches: [{ cache: objects }],
    reconcile: createManagedReconciler(
      client,
      kubernetesObjectKind({ client, cache: objects }),
    ),
  });

  /** A change inside a service enqueues the affected resources. */
  const enqueueAffected = ({ kind, id }: ServiceChange) => {
    if (kind === 'backup') {
      keysOf(backupCache.byIndex('uid', id)).forEach(key =>
        backupController.enqueue(key),
      );
    } else if (kind === 'restore') {
      keysOf(restoreCache.byIndex('uid', id)).forEach(key =>
        restoreController.enqueue(key),
      );
    } else {
      for (const instance of instances.byIndex('id', id)) {
        instanceController.enqueue(keyOf(instance));
        byInstance(bindings)(instance).forEach(key =>
          bindingController.enqueue(key),
        );
      }
    }
  };
  const controllers: Controller[] = [
    instanceController,
    bindingController,
    backupController,
    restoreController,
    objectController,
  ];
  return { controllers, enqueueAffected };
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
 * Starts the provider. Resolves when the servers of earlier runs and the controllers are running. Throws an error
 * with a readable message when a requirement is missing: a user to run servers as, or exclusive use of the folder.
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
    const all = await openDataServices(engines, dataDir, {
      storageIntervalMs: options.storageIntervalMs,
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
    await Promise.all(all.map(service => service.recoverAfterRestart(ids)));
    const { controllers, enqueueAffected } = createControllers(
      client,
      caches,
      services,
      logger,
    );
    cleanups.push(() =>
      Promise.all(controllers.map(controller => controller.stopped())),
    );
    for (const service of all) service.onChange(enqueueAffected);
    for (const controller of controllers) controller.start(signal);
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
