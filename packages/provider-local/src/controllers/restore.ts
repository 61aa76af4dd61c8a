/** Reconciles Restores: each runs once, from a backup into the instance of that backup or into another one. */
import { Cache } from '@klutch/kube';
import { megabytes } from '../host/progress';
import { RestoreReport } from '../host/reports';
import { ServiceError } from '../errors';
import { ServiceHost } from '../host/ServiceHost';
import { available, creating, unavailable } from '../resources/conditions';
import {
  claimInSameNamespace,
  instanceIdOf,
  restoreInto,
  onlyOne,
  serviceTypeOf,
  uidOf,
} from '../resources/identity';
import {
  Backup,
  Restore,
  ServiceInstance,
  restores,
} from '../resources/managedResources';
import { ManagedKind, ManagedStatus } from './ManagedKind';
import { instanceFor } from './serviceBinding';
import { Services } from './services';

/** Status of a restore. Pure function. */
export function restoreStatus(report: RestoreReport): ManagedStatus<Restore> {
  const ready = {
    queued: creating('The restore waits for other work on the instance.'),
    running: creating(
      report.progress
        ? `The restore is running: ${megabytes(report.progress.bytes)} of ${megabytes(report.progress.of)}.`
        : 'The restore is running.',
    ),
    done: available(),
    failed: unavailable(report.failure),
  }[report.state];
  return {
    atProvider: {
      instanceId: report.instanceId,
      backupId: report.backupId,
      restoreId: report.id,
      state: report.state,
      triggeredAt: report.triggeredAt,
      finishedAt: report.finishedAt,
    },
    ready,
  };
}

/** Index function: `namespace/name` of the claim of a restore's backup. */
export const backupClaimOf = (object: Restore): string[] =>
  claimInSameNamespace(object, object.spec?.forProvider?.backupName);

/** The service that holds the backup. Throws ServiceError while the backup cannot be restored. */
function serviceWithBackup(backup: Backup, services: Services) {
  const service = services.all.find(one => one.backup(uidOf(backup)));
  if (service) return service;
  throw new ServiceError(
    'The backup is not done yet. The restore starts when it is.',
    { retry: true },
  );
}

export function restoreKind(options: {
  cache: Cache<Restore>;
  backups: Cache<Backup>;
  instances: Cache<ServiceInstance>;
  services: Services;
}): ManagedKind<Restore> {
  const { cache, backups, instances, services } = options;
  /** Id of the named instance. Throws ServiceError when it is of another type than the backup. */
  function targetOf(object: Restore, service: ServiceHost): string | undefined {
    const instanceName = object.metadata.annotations?.[restoreInto];
    if (!instanceName) return undefined;
    const instance = instanceFor(
      { ...object, spec: { ...object.spec, forProvider: { instanceName } } },
      instances,
      services,
    );
    const { type } = services.serviceFor(instance).engine;
    if (type === service.engine.type) return instanceIdOf(instance);
    throw new ServiceError(
      `The backup is of type ${service.engine.type}, and the service instance of type ${type}. Name another one in instanceRef.`,
      { retry: false },
    );
  }

  return {
    resource: restores,
    cache,

    async reconcile(object) {
      const restoreId = uidOf(object);
      for (const service of services.all) {
        const known = service.restore(restoreId);
        if (known) return restoreStatus(known);
      }
      const before = object.status?.conditions?.find(
        ({ type }) => type === 'Ready',
      );
      if (object.status?.atProvider?.restoreId !== undefined && before) {
        // The restore has run, and its record was deleted. Running it again would overwrite newer data.
        return { ready: before };
      }
      const { backupName } = object.spec?.forProvider ?? {};
      const backup = onlyOne(
        backupClaimOf(object).flatMap(claim => backups.byIndex('claim', claim)),
        'backup',
        backupName,
        found => serviceTypeOf(found) === serviceTypeOf(object),
      );
      const service = serviceWithBackup(backup, services);
      return restoreStatus(
        await service.startRestore({
          restoreId,
          backupId: uidOf(backup),
          instanceId: targetOf(object, service),
        }),
      );
    },

    async remove(object) {
      for (const service of services.all) {
        await service.deleteRestore(uidOf(object));
      }
    },
  };
}
