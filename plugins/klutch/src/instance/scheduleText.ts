/** A backup schedule in words. */
import { Info } from 'luxon';
import type { BackupSchedule } from '../api/types';
import type { T } from '../hooks/useT';
import { formOf } from './scheduleForm';

/** Names of the days of a week, from Sunday, as cron counts. */
export function weekdays(t: T): string[] {
  const names = Info.weekdays('long', { locale: t('shared.locale') });
  return [...names.slice(-1), ...names.slice(0, -1)];
}

/** For example `Every day at 03:00 UTC`. */
export function scheduleText(
  schedule: BackupSchedule | null | undefined,
  t: T,
): string {
  if (!schedule) return t('instance.schedule.text.off');
  const { cron } = schedule;
  const { frequency, time, weekday } = formOf({ cron });
  if (frequency === 'hourly') return t('instance.schedule.text.hourly');
  if (frequency === 'daily') return t('instance.schedule.text.daily', { time });
  if (frequency === 'weekly') {
    return t('instance.schedule.text.weekly', {
      time,
      day: weekdays(t)[Number(weekday)] ?? weekday,
    });
  }
  return t('instance.schedule.text.custom', { cron });
}

/** How many backups the schedule keeps. */
export const keptText = ({ kept }: BackupSchedule, t: T): string =>
  kept === undefined
    ? t('instance.schedule.keepsAll')
    : t('instance.schedule.keeps', { count: kept });
