/** Relative time that updates, with the exact time on hover. */
import { DateTime } from 'luxon';
import { useMemo } from 'react';
import { useNow } from '../hooks/useNow';
import { useT } from '../hooks/useT';
import { relativeTime } from './relativeTime';

/** The relative time as text; "" for undefined. */
export function useRelativeTime(at: string | undefined): string {
  const t = useT();
  const now = useNow();
  return at ? relativeTime(at, now, t) : '';
}

export function RelativeTime(props: { at: string | undefined }) {
  const t = useT();
  const text = useRelativeTime(props.at);
  const locale = t('shared.locale');
  const exact = useMemo(
    () =>
      props.at &&
      DateTime.fromISO(props.at, { locale }).toLocaleString(
        DateTime.DATETIME_FULL_WITH_SECONDS,
      ),
    [props.at, locale],
  );
  if (!props.at) {
    return <>–</>;
  }
  return (
    <time dateTime={props.at} title={exact} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  );
}
