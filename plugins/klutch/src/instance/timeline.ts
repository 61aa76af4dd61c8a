/** Merges events and condition changes into one timeline. */
import type { ClaimDetail, ClaimEvent } from '../api/types';
import type { T } from '../hooks/useT';
import { conditionText } from '../shared/ConditionList';

export interface TimelineEntry {
  key: string;
  title: string;
  message: string;
  at?: string;
  warning: boolean;
  count?: number;
}

/** All entries, newest first; entries without a time come last. */
export function timelineOf(
  claim: ClaimDetail,
  claimEvents: ClaimEvent[],
  t: T,
): TimelineEntry[] {
  const events = claimEvents.map((event, index) => ({
    key: `event-${index}-${event.reason}`,
    title: event.reason,
    message: event.message,
    at: event.at,
    warning: event.type === 'Warning',
    count: event.count,
  }));
  const conditions = claim.conditions
    .filter(condition => condition.lastTransitionTime)
    .map(condition => ({
      key: `condition-${condition.type}`,
      title: conditionText(condition, t),
      message: condition.message ?? '',
      at: condition.lastTransitionTime,
      warning: condition.status === 'False' && Boolean(condition.message),
    }));
  return [...events, ...conditions].sort((a, b) =>
    (b.at ?? '').localeCompare(a.at ?? ''),
  );
}
