/** Caches of what the controllers watch. */
import {
  Cache,
  KubeClient,
  Logger,
  Resource,
  Secret,
  core,
  createCache,
} from '@klutch/kube';
import { claimOf, instanceIdOf, uidOf } from '../resources/identity';
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
} from '../resources/managedResources';
import { connectionSecretType, withoutData } from './connectionSecret';
import { backupClaimOf } from './restore';
import { instanceClaimOf } from './serviceBinding';

export interface Caches {
  instances: Cache<ServiceInstance>;
  bindings: Cache<ServiceBinding>;
  backups: Cache<Backup>;
  restores: Cache<Restore>;
  objects: Cache<KubernetesObject>;
  secrets: Cache<Secret>;
}

export function createCaches(client: KubeClient, logger: Logger): Caches {
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
