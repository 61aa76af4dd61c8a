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
  return cron === undefined
    ? undefined
    : { cron, ...(Number.isInteger(kept) && kept >= 1 && { kept }) };
}

/** When the portal set the schedule; undefined for a text that is no time, as people may write anything there. */
export function scheduleSetAt({ metadata }: ClaimObject): string | undefined {
  const text = metadata.annotations?.[KLUTCH_BACKUP_SCHEDULE_SET_AT_ANNOTATION];
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The annotations of a schedule, for a merge patch; `null` removes the schedule. */
export const scheduleAnnotations = (
  schedule: BackupSchedule | null,
  { metadata }: ClaimObject,
  now: Date,
) => ({
  // Another number of backups to keep does not make up for, or excuse, a missing one.
  ...(schedule?.cron.trim() !==
    metadata.annotations?.[KLUTCH_BACKUP_SCHEDULE_ANNOTATION]?.trim() && {
    [KLUTCH_BACKUP_SCHEDULE_SET_AT_ANNOTATION]: schedule && now.toISOString(),
  }),
  [KLUTCH_BACKUP_SCHEDULE_ANNOTATION]: schedule?.cron.trim() ?? null,
  [KLUTCH_BACKUPS_KEPT_ANNOTATION]: schedule?.kept ? `${schedule.kept}` : null,
});

/** How much the clocks of two replicas of the portal may differ. */
const CLOCK_DRIFT_MS = 60_000;

/**
 * Since when backups of an instance are due; milliseconds since 1970. A time in the future is ignored, because no backup
 * may be missing for what people write there.
 */
export function dueSince(
  {
    createdAt,
    backupScheduleSetAt = '',
  }: Pick<Schemas['Claim'], 'createdAt' | 'backupScheduleSetAt'>,
  now: Date,
): number {
  const created = Date.parse(createdAt);
  const set = Date.parse(backupScheduleSetAt);
  return set <= now.getTime() + CLOCK_DRIFT_MS
    ? Math.max(created, set)
    : created;
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
