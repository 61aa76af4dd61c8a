/** Which backups of a schedule are no longer kept: the same rule for the backend, which deletes them, and for the form. */
import type { Schemas } from '../client';

/** Newest first. */
const byTime = (a: Schemas['Claim'], b: Schemas['Claim']) =>
  (b.scheduledAt ?? '').localeCompare(a.scheduledAt ?? '');

/** Whether the instance's schedule took the backup: none that users ordered, and none of an earlier instance of its name. @public */
export const isOfSchedule = (
  backup: Schemas['Claim'],
  { createdAt }: Pick<Schemas['Claim'], 'createdAt'>,
): boolean =>
  backup.scheduledAt !== undefined &&
  Date.parse(backup.createdAt) >= Date.parse(createdAt);

/** The backups that the schedule of the instance took, newest first. @public */
export const backupsOfSchedule = (
  backups: readonly Schemas['Claim'][],
  instance: Pick<Schemas['Claim'], 'createdAt'>,
): Schemas['Claim'][] =>
  backups.filter(backup => isOfSchedule(backup, instance)).sort(byTime);

/** Whether a backup or restore is done or failed for good. @public */
export const isOver = ({ state }: Pick<Schemas['Claim'], 'state'>): boolean =>
  state === 'Ready' || state === 'Failed';

/**
 * Everything that ended before the `kept` newest good backups, but for what is protected or being deleted.
 *
 * @param scheduled - of {@link backupsOfSchedule}
 * @param kept - number of good backups to keep; undefined for all
 * @public
 */
export function expiredBackups(
  scheduled: readonly Schemas['Claim'][],
  kept: number | undefined,
): Schemas['Claim'][] {
  if (kept === undefined) return [];
  let good = 0;
  return scheduled.filter(backup => {
    const isExpired = good >= kept && isOver(backup);
    if (backup.state === 'Ready' && !backup.deleting) good += 1;
    return isExpired && !backup.deleting && !backup.protected;
  });
}
