/** Heartbeat status of a konnector, from its ClusterBinding. Pure. */
import { parseGoDuration } from './goDuration';
import { times } from './times';
import type { ClusterBinding } from './types/clusterBinding';

/** Limits for the values of heartbeats, because app clusters write both the time and the interval themselves. */
export const heartbeatLimits = {
  /** Longer intervals are capped to this value. */
  maxIntervalMs: 60 * 60_000,
  /** Heartbeats further in the future than this are ignored; the upstream backend has the same limit. */
  driftMs: 10_000,
} as const;

/** The last heartbeat. */
export interface Heartbeat {
  /** Time of the heartbeat by the konnector's clock; milliseconds since 1970. */
  at: number;
  /** Milliseconds since the heartbeat; negative for a time in the future. */
  ageMs: number;
  /** Milliseconds after which the konnector counts as lost; 0 without an interval. */
  timeoutMs: number;
  /**
   * - `alive`: the next heartbeat is not overdue.
   * - `lost`: the next heartbeat is overdue.
   * - `timeDrift`: the time is further in the future than the allowed clock drift, so the status is unknown.
   * - `intervalMissing`: the konnector reported no interval, so the next heartbeat has no deadline.
   */
  status: 'alive' | 'lost' | 'timeDrift' | 'intervalMissing';
}

const heartbeatStatus = (ageMs: number, timeoutMs: number) => {
  if (ageMs < -heartbeatLimits.driftMs) return 'timeDrift';
  if (timeoutMs === 0) return 'intervalMissing';
  return ageMs > timeoutMs ? 'lost' : 'alive';
};

/**
 * Reads the last heartbeat; undefined before the first one. Any holder of an app cluster's token can write the values,
 * so times in the future are rejected and intervals are capped.
 */
export const readHeartbeat = (
  status: ClusterBinding['status'],
  now: Date,
): Heartbeat | undefined => {
  const at = Date.parse(status?.lastHeartbeatTime ?? '');
  if (Number.isNaN(at)) return undefined;
  const ageMs = now.getTime() - at;
  const interval = parseGoDuration(status?.heartbeatInterval ?? '') ?? 0;
  const timeoutMs =
    times.heartbeatTimeoutIntervals *
    Math.min(interval, heartbeatLimits.maxIntervalMs);
  return { at, ageMs, timeoutMs, status: heartbeatStatus(ageMs, timeoutMs) };
};
