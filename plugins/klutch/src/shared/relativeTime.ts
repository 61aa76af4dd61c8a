/** Formats relative times. */
import type { T } from '../hooks/useT';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/**
 * The time since `at`, for example "4 min ago"; "just now" below ten seconds.
 *
 * @param at - ISO 8601
 * @param now - milliseconds since the epoch
 */
export function relativeTime(at: string, now: number, t: T): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  if (Number.isNaN(seconds)) {
    return t('shared.unknown');
  }
  if (seconds < 10) {
    return t('shared.time.now');
  }
  const ago = (unit: number) => ({ n: String(Math.floor(seconds / unit)) });
  if (seconds < minute) {
    return t('shared.time.seconds', ago(1));
  }
  if (seconds < hour) {
    return t('shared.time.minutes', ago(minute));
  }
  if (seconds < day) {
    return t('shared.time.hours', ago(hour));
  }
  if (seconds < month) {
    return t('shared.time.days', ago(day));
  }
  return seconds < year
    ? t('shared.time.months', ago(month))
    : t('shared.time.years', ago(year));
}
