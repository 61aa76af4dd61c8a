/** The health of an app cluster's konnector, by its heartbeat on the ClusterBinding. Pure functions. */
import {
  explain,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import {
  heartbeatLimits,
  readHeartbeat,
  type ClusterBinding,
} from '@klutch/bind-api';

/** `3 min`, `2 h`, `4 d`: the largest unit that is not zero. */
function humanDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

/** Whether the konnector has reported since a time; the konnector may have stopped reporting afterwards. */
export function hasReportedSince(
  binding: ClusterBinding | undefined,
  now: Date,
  since: Date,
): boolean {
  const heartbeat = readHeartbeat(binding?.status, now);
  if (!heartbeat || heartbeat.status === 'timeDrift') return false;
  return heartbeat.at > since.getTime();
}

/**
 * Whether the konnector is reporting now.
 *
 * @param since - heartbeats up to this time are ignored, because another client may have written them
 */
export function isReporting(
  binding: ClusterBinding | undefined,
  now: Date,
  since = new Date(0),
): boolean {
  // A heartbeat's time may be ahead of its actual write by up to the accepted drift.
  const after = since.getTime() + heartbeatLimits.driftMs;
  const heartbeat = readHeartbeat(binding?.status, now);
  return heartbeat?.status === 'alive' && heartbeat.at > after;
}

/** Why the konnector may not be working; undefined while its heartbeats are current. */
export function konnectorProblem(
  binding: ClusterBinding | undefined,
  now: Date,
): Explanation | undefined {
  if (!binding) return undefined;
  const heartbeat = readHeartbeat(binding.status, now);
  if (!heartbeat) {
    return explain('KonnectorNotStarted');
  }
  return heartbeat.status === 'lost'
    ? explain('KonnectorLost', { at: new Date(heartbeat.at).toISOString() })
    : undefined;
}

/** The health of an app cluster's konnector as a short message. */
export function konnectorHealthText(
  binding: ClusterBinding | undefined,
  now: Date,
): string {
  if (!binding) return 'Not bound to anything yet';
  const heartbeat = readHeartbeat(binding.status, now);
  if (!heartbeat) return 'Waiting for the konnector to report';
  if (heartbeat.status === 'lost') {
    return `Konnector lost: last report ${humanDuration(heartbeat.ageMs)} ago`;
  }
  if (heartbeat.status === 'intervalMissing') {
    return 'The konnector reports without an interval. Update the konnector.';
  }
  const failingCondition = binding.status?.conditions?.find(
    ({ type, status, severity }) =>
      type !== 'Ready' && status === 'False' && severity !== 'Info',
  );
  return failingCondition?.message ?? 'Healthy';
}
