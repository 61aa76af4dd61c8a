/** Reads when backups of an instance are due. Pure functions. */
import {
  KLUTCH_BACKUPS_KEPT_ANNOTATION,
  KLUTCH_BACKUP_SCHEDULE_ANNOTATION,
  KLUTCH_BACKUP_SCHEDULE_SET_AT_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { CronExpressionParser } from 'cron-parser';
import type { ClaimObject } from './claimResource';

/** When the portal takes backups, and how many good ones it keeps. */
export type BackupSchedule = Schemas['BackupSchedule'];

/** The schedule in the annotations of an instance; `kept` is left out when it is no number from 1. */
export function backupScheduleOf({
  metadata,
}: ClaimObject): BackupSchedule | undefined {
  const { annotations = {} } = metadata;
  const cron = annotations[KLUTCH_BACKUP_SCHEDULE_ANNOTATION];
  const kept = Number(annotations[KLUTCH_BACKUPS_KEPT_ANNOTATION]);
  const setAt = annotations[KLUTCH_BACKUP_SCHEDULE_SET_AT_ANNOTATION];
  return cron === undefined
    ? undefined
    : {
        cron,
        ...(Number.isInteger(kept) && kept >= 1 && { kept }),
        ...(setAt && { setAt }),
      };
}

/** The annotations of a schedule, for a merge patch; `null` removes the schedule. */
export const scheduleAnnotations = (
  schedule: BackupSchedule | null,
  now: Date,
) => ({
  [KLUTCH_BACKUP_SCHEDULE_SET_AT_ANNOTATION]: schedule && now.toISOString(),
  [KLUTCH_BACKUP_SCHEDULE_ANNOTATION]: schedule?.cron.trim() ?? null,
  [KLUTCH_BACKUPS_KEPT_ANNOTATION]: schedule?.kept ? `${schedule.kept}` : null,
});

/**
 * Since when backups of an instance are due. A time that is not readable, or in the future, is ignored: people may write
 * anything there, and no backup may be missing for it.
 */
export function dueSince(
  { createdAt }: Pick<Schemas['Claim'], 'createdAt'>,
  { setAt = '' }: BackupSchedule,
  now: Date,
): number {
  const created = Date.parse(createdAt);
  const set = Date.parse(setAt);
  return set <= now.getTime() ? Math.max(created, set) : created;
}

/** Five fields: a sixth one would count seconds. */
const fiveFields = /^\s*(\S+\s+){4}\S+\s*$/;

/** Whether a text is a cron expression that the portal can carry out. */
export const isCron = (cron: string): boolean =>
  timesOf(cron, new Date()) !== undefined;

/** The times before and after `now`, the former including `now`; undefined when the text is no cron expression. */
export function timesOf(
  cron: string,
  now: Date,
): { lastDue: Date; nextDue: Date } | undefined {
  if (!fiveFields.test(cron)) return undefined;
  // The parser replaces `H` by a random number, another one each time; it refuses `h`.
  const stable = cron.replaceAll('H', 'h');
  const parse = (currentDate: Date) =>
    CronExpressionParser.parse(stable, { currentDate, tz: 'UTC' });
  // `prev` excludes the present second.
  const soon = new Date(now.getTime() + 1000);
  try {
    return {
      lastDue: parse(soon).prev().toDate(),
      nextDue: parse(now).next().toDate(),
    };
  } catch {
    // No expression, or one that is never due.
    return undefined;
  }
}
