/** The form of a backup schedule: the usual schedules without cron's syntax, all others as cron expressions. */
import {
  backupsOfSchedule,
  expiredBackups,
  isOfSchedule,
} from '@klutch/backstage-plugin-klutch-common';
import type { BackupSchedule, Claim } from '../api/types';

export const frequencies = [
  'off',
  'hourly',
  'daily',
  'weekly',
  'custom',
] as const;
export type Frequency = (typeof frequencies)[number];

/** Values of the fields. Fields that do not belong to the frequency keep theirs. */
export interface ScheduleForm {
  frequency: Frequency;
  /** `HH:MM` in UTC, for daily and weekly ones. */
  time: string;
  /** From 0, Sunday, for weekly ones. */
  weekday: string;
  /** For custom ones. */
  cron: string;
  /** Number of backups to keep; empty for all. */
  kept: string;
}

const usual =
  /^(?<minute>\d{1,2}) (?<hour>\*|\d{1,2}) \* \* (?<weekday>\*|[0-6])$/;

const emptyForm: ScheduleForm = {
  frequency: 'daily',
  time: '03:00',
  weekday: '0',
  cron: '0 3 * * *',
  kept: '7',
};

/** What a cron expression of the usual form says. */
function readUsual(cron: string): Partial<ScheduleForm> | undefined {
  const {
    minute = '',
    hour = '',
    weekday = '',
  } = usual.exec(cron.trim())?.groups ?? {};
  if (Number(minute) > 59 || (hour !== '*' && Number(hour) > 23)) {
    return undefined;
  }
  if (hour === '*') {
    return minute === '0' && weekday === '*'
      ? { frequency: 'hourly' }
      : undefined;
  }
  if (hour === '') return undefined;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return weekday === '*'
    ? { frequency: 'daily', time }
    : { frequency: 'weekly', time, weekday };
}

/** Whether a backup was ordered by a schedule. */
export const isScheduled = ({ scheduledAt }: Claim) =>
  scheduledAt !== undefined;

/** Whether the schedule takes another backup in the place of this one if it is the newest and deleted. */
export const isDueAgain = (backup: Claim, instance: Claim) =>
  instance.backupSchedule !== undefined &&
  isOfSchedule(backup, instance) &&
  Date.parse(backup.scheduledAt ?? '') >=
    Date.parse(instance.backupScheduleSetAt ?? instance.createdAt);

/** How many backups are deleted soon after the schedule is set. */
export function numberDeleted(
  schedule: BackupSchedule | null,
  instance: Claim,
  backups: readonly Claim[],
): number {
  const scheduled = backupsOfSchedule(backups, instance);
  return expiredBackups(scheduled, schedule?.kept).length;
}

/**
 * The form of the present schedule; of a suggested one where there is none.
 *
 * @param hasScheduled - backups of an earlier schedule exist; the suggestion keeps them
 */
export function formOf(
  schedule: BackupSchedule | undefined,
  hasScheduled = false,
): ScheduleForm {
  if (!schedule) return hasScheduled ? { ...emptyForm, kept: '' } : emptyForm;
  const { cron, kept } = schedule;
  return {
    ...emptyForm,
    cron,
    kept: kept === undefined ? '' : String(kept),
    ...(readUsual(cron) ?? { frequency: 'custom' }),
  };
}

/** The schedule of a form; `null` for none. */
export function scheduleOf(form: ScheduleForm): BackupSchedule | null {
  const { frequency, time, weekday, kept } = form;
  if (frequency === 'off') return null;
  const [hour = '', minute = ''] = time.split(':').map(Number).map(String);
  const cron = {
    hourly: '0 * * * *',
    daily: `${minute} ${hour} * * *`,
    weekly: `${minute} ${hour} * * ${weekday}`,
    custom: form.cron.trim(),
  }[frequency];
  return { cron, ...(kept !== '' && { kept: Number(kept) }) };
}

/** The first field that cannot be used. */
export function problemOf({
  frequency,
  time,
  cron,
  kept,
}: ScheduleForm): 'time' | 'cron' | 'kept' | undefined {
  if (frequency === 'off') return undefined;
  const hasTime = frequency === 'daily' || frequency === 'weekly';
  if (hasTime && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return 'time';
  if (frequency === 'custom' && cron.trim().split(/\s+/).length !== 5) {
    return 'cron';
  }
  return /^([1-9]\d{0,2}|1000)?$/.test(kept) ? undefined : 'kept';
}
