/** One controller for each kind of managed resource. */
import {
  Cache,
  Controller,
  ControllerOptions,
  KubeClient,
  KubeObject,
  Logger,
  Secret,
  createController,
  keyOf,
} from '@klutch/kube';
import { ServiceChange } from '../host/reports';
import { claimOf } from '../resources/identity';
import {
  Backup,
  KubernetesObject,
  ManagedResource,
  Restore,
  ServiceBinding,
  ServiceInstance,
} from '../resources/managedResources';
import { backupKind } from './backup';
import { Caches } from './caches';
import { bindingOfSecret } from './connectionSecret';
import { kubernetesObjectKind } from './kubernetesObject';
import { ManagedKind } from './ManagedKind';
import { createManagedReconciler } from './managedReconciler';
import { restoreKind } from './restore';
import { serviceBindingKind } from './serviceBinding';
import { serviceInstanceKind } from './serviceInstance';
import { Services } from './services';

interface Parts {
  client: KubeClient;
  caches: Caches;
  services: Services;
  logger: Logger;
}

const keysOf = (objects: KubeObject[]) => objects.map(object => keyOf(object));

/** The objects that name the claim of an instance. */
const byInstance =
  (cache: Cache<ServiceBinding> | Cache<Backup> | Cache<Restore>) =>
  (instance: ServiceInstance) =>
    claimOf(instance).flatMap(claim =>
      keysOf(cache.byIndex('instanceClaim', claim)),
    );

/** A controller of `kind`; the first type is that of the managed resource. */
const controllerOf = <W extends [ManagedResource, ...KubeObject[]]>(
  { client, logger }: Parts,
  kind: ManagedKind<W[0]>,
  options: Pick<ControllerOptions<W>, 'name' | 'watches' | 'concurrency'>,
): Controller =>
  createController<W>({
    ...options,
    logger,
    reconcile: createManagedReconciler(client, kind),
  });

function instanceController(parts: Parts): Controller {
  const { instances } = parts.caches;
  const kind = serviceInstanceKind(instances, parts.services);
  return controllerOf<[ServiceInstance]>(parts, kind, {
    name: 'service-instance',
    // Servers that take a minute to start must not hold up the others.
    concurrency: 8,
    watches: [{ cache: instances }],
  });
}

function bindingController(parts: Parts): Controller {
  const { instances, bindings: cache, secrets } = parts.caches;
  const kind = serviceBindingKind({ ...parts, cache, instances });
  return controllerOf<[ServiceBinding, ServiceInstance, Secret]>(parts, kind, {
    name: 'service-binding',
    watches: [
      { cache },
      { cache: instances, key: byInstance(cache) },
      { cache: secrets, key: bindingOfSecret },
    ],
  });
}

function backupController(parts: Parts): Controller {
  const { instances, backups: cache } = parts.caches;
  const kind = backupKind({ ...parts, cache, instances });
  return controllerOf<[Backup, ServiceInstance]>(parts, kind, {
    name: 'backup',
    watches: [{ cache }, { cache: instances, key: byInstance(cache) }],
  });
}

function restoreController(parts: Parts): Controller {
  const { instances, backups, restores: cache } = parts.caches;
  const kind = restoreKind({ ...parts, cache, backups, instances });
  return controllerOf<[Restore, Backup, ServiceInstance]>(parts, kind, {
    name: 'restore',
    watches: [
      { cache },
      {
        cache: backups,
        key: backup =>
          claimOf(backup).flatMap(claim =>
            keysOf(cache.byIndex('backupClaim', claim)),
          ),
      },
      { cache: instances, key: byInstance(cache) },
    ],
  });
}

function objectController(parts: Parts): Controller {
  const { objects: cache } = parts.caches;
  const kind = kubernetesObjectKind({ client: parts.client, cache });
  return controllerOf<[KubernetesObject]>(parts, kind, {
    name: 'kubernetes-object',
    watches: [{ cache }],
  });
}

/** Creates the controllers, and a function that enqueues what a change inside a service affects. */
export function createControllers(parts: Parts): {
  controllers: Controller[];
  enqueueAffected(change: ServiceChange): void;
} {
  const { instances, bindings, backups, restores } = parts.caches;
  const instance = instanceController(parts);
  const binding = bindingController(parts);
  const backup = backupController(parts);
  const restore = restoreController(parts);
  const enqueue = (controller: Controller, keys: string[]) =>
    keys.forEach(key => controller.enqueue(key));
  return {
    controllers: [instance, binding, backup, restore, objectController(parts)],
    enqueueAffected({ kind, id }) {
      if (kind === 'backup') {
        enqueue(backup, keysOf(backups.byIndex('uid', id)));
      } else if (kind === 'restore') {
        enqueue(restore, keysOf(restores.byIndex('uid', id)));
      } else {
        const affected = instances.byIndex('id', id);
        enqueue(instance, keysOf(affected));
        enqueue(binding, affected.flatMap(byInstance(bindings)));
      }
    },
  };
}
