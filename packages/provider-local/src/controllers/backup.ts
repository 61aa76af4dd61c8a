/** Reconciles Backups: each Backup is one dump of its instance, and its deletion removes the dump. */
import { Cache } from '@klutch/kube';
import { megabytes } from '../host/progress';
import { BackupReport } from '../host/reports';
import { ServiceError } from '../errors';
import { available, creating, unavailable } from '../resources/conditions';
import { instanceIdOf, uidOf } from '../resources/identity';
import {
  Backup,
  ServiceInstance,
  backups,
} from '../resources/managedResources';
import { ManagedKind, ManagedStatus } from './ManagedKind';
import { instanceFor, serviceOf } from './serviceBinding';
import { Services } from './services';

/** Status of a backup. Pure function. */
export function backupStatus(report: BackupReport): ManagedStatus<Backup> {
  const ready = {
    queued: creating('The backup waits for other work on the instance.'),
    running: creating(
      report.size
        ? `The backup is running: ${megabytes(report.size)} written.`
        : 'The backup is running.',
    ),
    done: available(),
    failed: unavailable(report.failure),
    deleted: unavailable(report.failure),
  }[report.status];
  return {
    atProvider: {
      instanceId: report.instanceId,
      id: report.id,
      size: report.size,
      status: report.status,
      triggered_at: report.triggeredAt,
      finished_at: report.finishedAt,
      downloadable: report.downloadable,
    },
    ready,
  };
}

export function backupKind(options: {
  cache: Cache<Backup>;
  instances: Cache<ServiceInstance>;
  services: Services;
}): ManagedKind<Backup> {
  const { cache, instances, services } = options;
  return {
    resource: backups,
    cache,

    async reconcile(object) {
      const backupId = uidOf(object);
      for (const service of services.all) {
        const known = service.backup(backupId);
        if (known) return backupStatus(known);
      }
      if (object.status?.atProvider?.id !== undefined) {
        return {
          ready: unavailable(),
          error: new ServiceError(
            'The file of this backup is no longer on this machine, or its record cannot be read. Delete the backup and order a new one.',
            { retry: false },
          ),
        };
      }
      const instance = instanceFor(object, instances, services);
      return backupStatus(
        await serviceOf(object, instance, services).startBackup({
          backupId,
          instanceId: instanceIdOf(instance),
        }),
      );
    },

    async remove(object) {
      if (object.spec?.deletionPolicy === 'Orphan') return;
      for (const service of services.all) {
        await service.deleteBackup(uidOf(object));
      }
    },
  };
}
