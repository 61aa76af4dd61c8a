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

/** The health of an app cluster's konnector in short; a failing condition has no reason, only its own message. */
export function konnectorHealth(
  binding: ClusterBinding | undefined,
  now: Date,
): Explanation {
  if (!binding) return explain('KonnectorNotBound');
  const heartbeat = readHeartbeat(binding.status, now);
  if (!heartbeat) return explain('KonnectorAwaited');
  if (heartbeat.status === 'lost') {
    return explain('KonnectorSilent', {
      at: new Date(heartbeat.at).toISOString(),
    });
  }
  if (heartbeat.status === 'intervalMissing') {
    return explain('KonnectorOutdated');
  }
  const failingCondition = binding.status?.conditions?.find(
    ({ type, status, severity }) =>
      type !== 'Ready' && status === 'False' && severity !== 'Info',
  );
  return failingCondition?.message
    ? { message: failingCondition.message }
    : explain('KonnectorHealthy');
}
