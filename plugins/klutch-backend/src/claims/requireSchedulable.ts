/** Whether a person may have backups of an instance taken by a schedule. */
import { NotAllowedError } from '@backstage/errors';
import {
  klutchClaimCreatePermission,
  klutchClaimDeletePermission,
  type Schemas,
  explain,
} from '@klutch/backstage-plugin-klutch-common';
import { resourceName } from '@klutch/kube';
import { isCron } from '../claimApis/backupSchedule';
import { explainedError } from '../errors/explainedError';
import { InvalidError } from '../errors/InvalidError';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { Caller, Callers } from '../identity/Caller';
import type { Grant } from '../permissions/Grant';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import { claimErrorContext, type LocatedTarget } from './ClaimLocator';

export interface RequireSchedulableOptions {
  callers: Callers;
  permissions: ResourcePermissions;
}

/**
 * Refuses a schedule that the portal cannot carry out, or that orders or deletes what the person may not.
 *
 * @returns grants that have to cover the instance
 */
export async function requireSchedulable(
  caller: Caller,
  { person, target }: LocatedTarget,
  { cron, kept }: Schemas['BackupSchedule'],
  { callers, permissions }: RequireSchedulableOptions,
): Promise<Grant<Schemas['Claim']>[]> {
  await callers.requirePermission(
    caller,
    klutchClaimCreatePermission,
    'order backups, nor schedule them',
  );
  const grants: Grant<Schemas['Claim']>[] = [];
  if (kept !== undefined) {
    const deleteGrant = await permissions.grantOnClaims(
      caller,
      klutchClaimDeletePermission,
      'delete backups, so you may only schedule backups that are all kept',
    );
    grants.push(deleteGrant);
  }
  if (!isCron(cron)) {
    throw new InvalidError(explain('ScheduleInvalid'), [
      { field: 'backupSchedule.cron', ...explain('CronRule') },
    ]);
  }
  const { cluster, info, ref } = target;
  const backup = cluster.boundApi(info.relatedApis.backup ?? '');
  if (!backup) {
    throw new InvalidError(
      explain('BackupsUnavailable', {
        service: info.title,
        cluster: cluster.title,
      }),
    );
  }
  const errorContext = claimErrorContext(target, person, 'schedule backups of');
  const mayDo = (verb: string) =>
    mapKubeErrors(errorContext, () =>
      cluster.reviewClient.as(person.kubernetes).canI({
        verb,
        group: backup.group,
        resource: backup.plural,
        namespace: ref.namespace,
      }),
    );
  const where = {
    namespace: ref.namespace,
    cluster: cluster.title,
    resource: resourceName(backup),
  };
  if (!(await mayDo('create'))) {
    throw explainedError(
      NotAllowedError,
      explain('SchedulingForbidden', where),
    );
  }
  if (kept !== undefined && !(await mayDo('delete'))) {
    throw explainedError(NotAllowedError, explain('RetentionForbidden', where));
  }
  return grants;
}
