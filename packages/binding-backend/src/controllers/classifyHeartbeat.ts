/**
 * Health of a konnector, derived from its heartbeats, and the time at which the result changes without an event; pure.
 */
import {
  conditionReasons,
  conditionTypes,
  heartbeatLimits,
  readHeartbeat,
  type ClusterBinding,
  type NewCondition,
} from '@klutch/bind-api';

/** The `Healthy` condition, and the delay in milliseconds until it changes without another heartbeat. */
export interface Health {
  condition: NewCondition;
  requeueAfter?: number;
}

/** Heartbeats have a resolution of one second: requeue only when the due second has certainly begun. Milliseconds. */
const roundingMargin = 1_000;

const unhealthy = (
  severity: NewCondition['severity'],
  reason: string,
  message: string,
): NewCondition => ({
  type: conditionTypes.healthy,
  status: 'False',
  severity,
  reason,
  message,
});

/**
 * A konnector counts as lost after two intervals without a heartbeat. The message contains no age, so that the passage
 * of time causes no status writes.
 */
export const classifyHeartbeat = (
  status: ClusterBinding['status'],
  now: Date,
): Health => {
  const last = readHeartbeat(status, now);
  if (!last) {
    return {
      condition: unhealthy(
        'Info',
        conditionReasons.firstHeartbeatPending,
        'The konnector of this app cluster has not reported yet. Start the konnector there, or check its log.',
      ),
    };
  }
  const { ageMs, timeoutMs } = last;
  switch (last.status) {
    case 'intervalMissing':
      return {
        condition: unhealthy(
          'Info',
          conditionReasons.heartbeatIntervalMissing,
          'The konnector reports without an interval. Update the konnector.',
        ),
      };
    case 'lost':
      return {
        condition: unhealthy(
          'Error',
          conditionReasons.heartbeatTimeout,
          `The konnector last reported at ${status?.lastHeartbeatTime} and is overdue. Check its log, and the connection between the clusters.`,
        ),
      };
    case 'timeDrift':
      return {
        condition: unhealthy(
          'Warning',
          conditionReasons.heartbeatTimeDrift,
          `The konnector's last report is dated ${status?.lastHeartbeatTime}, which is in the future. Synchronize the clocks of the clusters.`,
        ),
        requeueAfter: -ageMs - heartbeatLimits.driftMs + roundingMargin,
      };
    default:
      return {
        condition: { type: conditionTypes.healthy, status: 'True' },
        requeueAfter: timeoutMs - ageMs + roundingMargin,
      };
  }
};
