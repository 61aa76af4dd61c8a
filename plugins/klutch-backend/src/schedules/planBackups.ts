/** Decides which backups of an instance are to be taken and deleted by its schedule. Pure functions. */
import { createHash } from 'node:crypto';
import {
  backupsOfSchedule,
  expiredBackups,
  isOfSchedule,
  isOver,
  joinClaimName,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  dueSince,
  timesOf,
  type BackupSchedule,
} from '../claimApis/backupSchedule';

type Claim = Schemas['Claim'];

/** What is to be done for an instance now. */
export interface BackupPlan {
  /** The backup that is due. Its name follows from the time, so that several portals create it once. */
  due?: { name: string; scheduledAt: string };
  /** Scheduled backups that are no longer kept. */
  expired: Claim[];
}

/** `orders-db-20260131-0300-1f0c5`, in UTC; the end tells instances of the same name and different APIs apart. */
function nameOf({ resource, name }: Claim, at: Date): string {
  const time = at
    .toISOString()
    .slice(0, 16)
    .replace(/[-:]/g, '')
    .replace('T', '-');
  const hash = createHash('sha256').update(`${resource}/${name}`).digest('hex');
  return joinClaimName(name, `${time}-${hash.slice(0, 5)}`);
}

/** Names of the backups that restores in the namespace of the instance still need. */
function namesNeeded(instance: Claim, restores: readonly Claim[]) {
  return new Set(
    restores
      .filter(
        restore =>
          restore.cluster === instance.cluster &&
          restore.namespace === instance.namespace &&
          !isOver(restore),
      )
      .map(({ backupRef }) => backupRef),
  );
}

/**
 * The plan for an instance with a schedule.
 *
 * A backup is due when none was taken for the last time of the schedule since it was set, also when the portal did not
 * run then; only one is taken for several missed times. It waits until the instance is ready and no scheduled backup is
 * under way, because those that pile up while the service is away would all show the same data.
 *
 * @param backups - all backups of the instance, also those of an earlier instance of its name, which are left alone
 * @param restores - restores whose backups are not deleted while they are under way
 */
export function planBackups(
  instance: Claim,
  schedule: BackupSchedule,
  backups: readonly Claim[],
  restores: readonly Claim[],
  now: Date,
): BackupPlan {
  const scheduled = backupsOfSchedule(backups, instance);
  const needed = namesNeeded(instance, restores);
  const plan: BackupPlan = {
    expired: expiredBackups(scheduled, schedule.kept).filter(
      ({ name }) => !needed.has(name),
    ),
  };
  const times = timesOf(schedule.cron, now);
  if (!times || instance.deleting) return plan;
  const scheduledAt = times.lastDue.toISOString();
  const isTaken = (scheduled[0]?.scheduledAt ?? '') >= scheduledAt;
  const isUnderWay = scheduled.some(
    backup => !backup.deleting && !isOver(backup),
  );
  const isBeforeOrder = times.lastDue.getTime() < dueSince(instance, now);
  const canBeBackedUp = ['Ready', 'Degraded'].includes(instance.state);
  if (!isTaken && !isUnderWay && !isBeforeOrder && canBeBackedUp) {
    plan.due = { name: nameOf(instance, times.lastDue), scheduledAt };
  }
  return plan;
}

/** Every how many minutes expired backups are deleted. */
const deletionMinutes = 5;
/** Share of the backups of an API that is deleted at a time. */
const deletedShare = 0.015;

/**
 * How many expired backups of an API may be deleted now on an app cluster. The konnector pauses all deletions of an API
 * when more than five of its objects, and more than a tenth, are deleted within ten minutes (`konnector/src/deletion`),
 * and three times of deletion may fall into these. About half of that is left to people. The number follows from the time
 * alone, because each run may be on another replica.
 *
 * @param present - number of backups of the API
 */
export const deletionsIn = (now: Date, present: number): number =>
  now.getUTCMinutes() % deletionMinutes === 0
    ? Math.max(1, Math.floor(deletedShare * present))
    : 0;

/** How long a backup that is due may be missing before it is reported. */
const graceMs = 10 * 60_000;

/**
 * Since when a scheduled backup is missing; undefined when none is. Only times that are older than the grace count, so that
 * each new time does not end the problem for ten minutes.
 *
 * @param taken - backups of the instance that count as taken
 */
export function missingSince(
  instance: Claim,
  { cron }: BackupSchedule,
  taken: readonly Claim[],
  now: Date,
): Date | undefined {
  const times = timesOf(cron, new Date(now.getTime() - graceMs));
  if (!times || times.lastDue.getTime() <= dueSince(instance, now)) {
    return undefined;
  }
  const due = times.lastDue.toISOString();
  const isTaken = taken.some(
    backup =>
      isOfSchedule(backup, instance) && (backup.scheduledAt ?? '') >= due,
  );
  return isTaken ? undefined : times.lastDue;
}

/** When the next backup is due, and since when one is missing. */
export function backupTimes(
  instance: Claim,
  schedule: BackupSchedule,
  backups: readonly Claim[],
  now: Date,
): NonNullable<Schemas['ClaimDetail']['backupTimes']> {
  const times = timesOf(schedule.cron, now);
  if (!times) return {};
  const missing = missingSince(instance, schedule, backups, now);
  return {
    nextAt: times.nextDue.toISOString(),
    ...(missing && { overdueSince: missing.toISOString() }),
  };
}
