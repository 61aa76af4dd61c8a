/** The parts of a claim's detail page that are not in its list row. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { KubeEvent } from '@klutch/kube';
import type { ClaimObject, KubeCondition } from '../claimApis/claimResource';

function toCondition(condition: KubeCondition): Schemas['Condition'] {
  const { type, status, reason, severity, message, lastTransitionTime } =
    condition;
  return {
    type,
    status,
    ...(reason && { reason }),
    ...(severity && { severity }),
    ...(message && { message }),
    ...(lastTransitionTime && { lastTransitionTime }),
  };
}

/** Conditions of any object, in the format of the REST document. */
export function conditionsOf(
  conditions: readonly KubeCondition[] | null | undefined,
): Schemas['Condition'][] {
  return (conditions ?? []).map(toCondition);
}

/** The claim's own conditions, then the provider's, whose types carry a prefix to keep both apart. */
export function claimConditions({
  status,
}: ClaimObject): Schemas['Condition'][] {
  const providerConditions = conditionsOf(status?.managed?.conditions).map(
    condition => ({ ...condition, type: `Service ${condition.type}` }),
  );
  return [...conditionsOf(status?.conditions), ...providerConditions];
}

function toEvent(event: KubeEvent): Schemas['Event'] {
  const at =
    event.lastTimestamp ??
    event.eventTime ??
    event.firstTimestamp ??
    event.metadata.creationTimestamp;
  return {
    type: event.type ?? 'Normal',
    reason: event.reason ?? '',
    message: event.message ?? '',
    ...(at && { at }),
    ...(event.count && { count: event.count }),
  };
}

/** Events, newest first. */
export function eventsOf(events: readonly KubeEvent[]): Schemas['Event'][] {
  return events
    .map(toEvent)
    .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
}
