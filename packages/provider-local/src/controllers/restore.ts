/** Reconciles Restores: each runs once, from a backup into the instance it was taken from. */
import { Cache } from '@klutch/kube';
import { RestoreReport } from '../dataService';
import { ServiceError } from '../errors';
import { available, creating, unavailable } from '../resources/conditions';
import { claimInSameNamespace, onlyOne, uidOf } from '../resources/identity';
import { Backup, Restore, restores } from '../resources/managedResources';
import { ManagedKind, ManagedStatus } from './managedReconciler';
import { Services } from './services';

/** Status of a restore. Pure. */
export function restoreStatus(report: RestoreReport): ManagedStatus<Restore> {
  const ready = {
    queued: creating('The restore waits for other work on the instance.'),
    running: creating('The restore is running.'),
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

/** `namespace/name` of the claim of the backup that a restore is from. */
export const backupClaimOf = (object: Restore): string[] =>
  claimInSameNamespace(object, object.spec?.forProvider?.backupName);

/** The service that has the backup. Throws in words while nothing can be restored from it. */
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
  services: Services;
}): ManagedKind<Restore> {
  const { cache, backups, services } = options;
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
        // It has run, and its record is gone. Running it again would overwrite what was written since.
        return { ready: before };
      }
      const { backupName } = object.spec?.forProvider ?? {};
      const backup = onlyOne(
        backupClaimOf(object).flatMap(claim => backups.byIndex('claim', claim)),
        'backup',
        backupName,
      );
      return restoreStatus(
        await serviceWithBackup(backup, services).startRestore({
          restoreId,
          backupId: uidOf(backup),
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
