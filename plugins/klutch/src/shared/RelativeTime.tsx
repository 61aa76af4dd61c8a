/** A point in time as people say it, kept current, with the exact time on hover. */
import { DateTime } from 'luxon';
import { useNow } from '../hooks/useNow';
import { useT } from '../hooks/useT';
import { relativeTime } from './relativeTime';

/** How long ago, in words; "" for no time. */
export function useRelativeTime(at: string | undefined): string {
  const t = useT();
  const now = useNow();
  return at ? relativeTime(at, now, t) : '';
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
