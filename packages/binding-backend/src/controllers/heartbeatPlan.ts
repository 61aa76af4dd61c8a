/** Is a konnector alive: read from its heartbeats, with the moment at which the answer will change by itself. */
import {
  conditionReasons,
  conditionTypes,
  heartbeatLimits,
  readHeartbeat,
  type ClusterBinding,
  type NewCondition,
} from '@klutch/bind-api';

/** The `Healthy` condition, and in how many milliseconds it changes without another heartbeat. */
export interface Health {
  condition: NewCondition;
  requeueAfter?: number;
}

/** Heartbeats carry whole seconds: look again when the due second has surely begun. Milliseconds. */
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
 * A konnector is lost after two intervals without a heartbeat. The message names no age, so that it does not change,
 * and cause a write, by itself.
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
        'The konnector of this app cluster has not reported yet. Start it there, or look at its log.',
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
          'The konnector reports without saying how often. Update the konnector.',
        ),
      };
    case 'lost':
      return {
        condition: unhealthy(
          'Error',
          conditionReasons.heartbeatTimeout,
          `The konnector last reported at ${status?.lastHeartbeatTime} and is overdue. Look at its log, and at the connection between the clusters.`,
        ),
      };
    case 'timeDrift':
      return {
        condition: unhealthy(
          'Warning',
          conditionReasons.heartbeatTimeDrift,
          `The konnector's last report is dated ${status?.lastHeartbeatTime}, which is in the future. Set the clocks of the clusters.`,
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
