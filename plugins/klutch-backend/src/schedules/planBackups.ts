/** Decides which backups of an instance are to be taken and deleted by its schedule. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { timesOf, type BackupSchedule } from '../claimApis/backupSchedule';

type Claim = Schemas['Claim'];

/** What is to be done for an instance now. */
export interface BackupPlan {
  /** The backup that is due. Its name follows from the time, so that several portals create it once. */
  due?: { name: string; scheduledAt: string };
  /** Scheduled backups that are no longer kept. */
  expired: Claim[];
}

/** Names of claims are values of labels, too. */
const maxNameLength = 63;

/** `orders-db-20260131-0300`, in UTC. */
function nameOf(instance: string, at: Date): string {
  const time = at
    .toISOString()
    .slice(0, 16)
    .replace(/[-:]/g, '')
    .replace('T', '-');
  const start = instance.slice(0, maxNameLength - time.length - 1);
  return `${start.replace(/[-.]+$/, '')}-${time}`;
}

const isOver = ({ state }: Claim) => state === 'Ready' || state === 'Failed';

/** Newest first. */
const byTime = (a: Claim, b: Claim) =>
  (b.scheduledAt ?? '').localeCompare(a.scheduledAt ?? '');

/** Everything that ended before the `kept` newest good backups. Backups that users ordered are never among them. */
function expired(scheduled: readonly Claim[], kept: number | undefined) {
  if (kept === undefined) return [];
  let good = 0;
  return scheduled.filter(backup => {
    const isExpired = good >= kept && isOver(backup);
    if (backup.state === 'Ready' && !backup.deleting) good += 1;
    return isExpired && !backup.deleting && !backup.protected;
  });
}

/**
 * The plan for an instance with a schedule.
 *
 * A backup is due when none was taken for the last time of the schedule, also when the portal did not run then; only one
 * is taken for several missed times. It waits until the instance is ready.
 *
 * @param backups - all backups of the instance
 */
export function planBackups(
  instance: Claim,
  schedule: BackupSchedule,
  backups: readonly Claim[],
  now: Date,
): BackupPlan {
  const scheduled = backups
    .filter(({ scheduledAt }) => scheduledAt !== undefined)
    .sort(byTime);
  const plan: BackupPlan = { expired: expired(scheduled, schedule.kept) };
  const times = timesOf(schedule.cron, now);
  if (!times || instance.deleting) return plan;
  const scheduledAt = times.lastDue.toISOString();
  const isTaken = (scheduled[0]?.scheduledAt ?? '') >= scheduledAt;
  const isBeforeOrder =
    scheduledAt < new Date(instance.createdAt).toISOString();
  const canBeBackedUp = ['Ready', 'Degraded'].includes(instance.state);
  if (!isTaken && !isBeforeOrder && canBeBackedUp) {
    plan.due = { name: nameOf(instance.name, times.lastDue), scheduledAt };
  }
  return plan;
}

/** How long a backup that is due may be missing before users are told. */
const graceMs = 10 * 60_000;

/** When the next backup is due, and since when one is missing. */
export function backupTimes(
  instance: Claim,
  schedule: BackupSchedule,
  backups: readonly Claim[],
  now: Date,
): NonNullable<Schemas['ClaimDetail']['backupTimes']> {
  const times = timesOf(schedule.cron, now);
  if (!times) return {};
  const { lastDue, nextDue } = times;
  const newest = backups
    .map(({ scheduledAt = '' }) => scheduledAt)
    .sort()
    .at(-1);
  const isMissing =
    (newest ?? '') < lastDue.toISOString() &&
    lastDue > new Date(instance.createdAt) &&
    now.getTime() - lastDue.getTime() > graceMs;
  return {
    nextAt: nextDue.toISOString(),
    ...(isMissing && { overdueSince: lastDue.toISOString() }),
  };
}
