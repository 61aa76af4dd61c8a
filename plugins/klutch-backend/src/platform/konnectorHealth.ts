/** How the konnector of an app cluster is, by its heartbeat on the ClusterBinding; pure. */
import { parseGoDuration, times, type ClusterBinding } from '@klutch/bind-api';

/** `3 min`, `2 h`, `4 d`: the largest unit that is not zero. */
function inWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

function heartbeat(binding: ClusterBinding, now: Date) {
  const { lastHeartbeatTime, heartbeatInterval } = binding.status ?? {};
  if (!lastHeartbeatTime) return undefined;
  const interval = heartbeatInterval && parseGoDuration(heartbeatInterval);
  const ageMs = now.getTime() - Date.parse(lastHeartbeatTime);
  return {
    ageMs,
    isLost:
      ageMs >
      times.heartbeatTimeoutIntervals * (interval || times.heartbeatIntervalMs),
  };
}

/** Whether the konnector reports, and has not gone silent. */
export function reports(
  binding: ClusterBinding | undefined,
  now: Date,
): boolean {
  const last = binding && heartbeat(binding, now);
  return last !== undefined && !last.isLost;
}

/** Why the konnector may not do its work; undefined when it reports. */
export function konnectorProblem(
  binding: ClusterBinding | undefined,
  now: Date,
): string | undefined {
  if (!binding) return undefined;
  const last = heartbeat(binding, now);
  if (!last) {
    return 'The konnector of this app cluster has not reported yet. Ask an operator to start it.';
  }
  return last.isLost
    ? `The konnector of this app cluster last reported ${inWords(last.ageMs)} ago. Ask an operator to look whether it runs.`
    : undefined;
}

/** The health of an app cluster's konnector in a few words. */
export function konnectorHealthText(
  binding: ClusterBinding | undefined,
  now: Date,
): string {
  if (!binding) return 'Not bound to anything yet';
  const last = heartbeat(binding, now);
  if (!last) return 'Waiting for the konnector to report';
  if (last.isLost)
    return `Konnector lost: last report ${inWords(last.ageMs)} ago`;
  const trouble = binding.status?.conditions?.find(
    ({ type, status, severity }) =>
      type !== 'Ready' && status === 'False' && severity !== 'Info',
  );
  return trouble?.message ?? 'Healthy';
}
