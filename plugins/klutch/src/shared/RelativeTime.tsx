/** A point in time as people say it, with the exact time on hover. */
import { DateTime } from 'luxon';
import { useNow } from '../hooks/useNow';
import { useT, type T } from '../hooks/useT';

/** How long ago, in words; "just now" below ten seconds. */
export function relativeTime(at: string, now: number, t: T): string {
  const time = DateTime.fromISO(at, { locale: t('shared.locale') });
  if (!time.isValid) {
    return t('shared.unknown');
  }
  if (Math.abs(now - time.toMillis()) < 10_000) {
    return t('shared.justNow');
  }
  return (
    time.toRelative({ base: DateTime.fromMillis(now) }) ?? t('shared.unknown')
  );
}

/** The words of {@link relativeTime}, kept current. */
export function useRelativeTime(at: string | undefined): string {
  const t = useT();
  const now = useNow();
  return at ? relativeTime(at, Math.max(now, Date.parse(at)), t) : '';
}

export function RelativeTime(props: { at: string | undefined }) {
  const t = useT();
  const text = useRelativeTime(props.at);
  if (!props.at) {
    return <>–</>;
  }
  const exact = DateTime.fromISO(props.at, {
    locale: t('shared.locale'),
  }).toLocaleString(DateTime.DATETIME_FULL_WITH_SECONDS);
  return (
    <time dateTime={props.at} title={exact}>
      {text}
    </time>
  );
}
