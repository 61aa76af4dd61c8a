/** What the heartbeats on a ClusterBinding say of its konnector; pure. */
import { parseGoDuration } from './goDuration';
import { times } from './times';
import type { ClusterBinding } from './types/clusterBinding';

/** What of a heartbeat is believed: app clusters write them, and say themselves how long their silence is none. */
export const heartbeatLimits = {
  /** A longer interval counts as this. */
  maxIntervalMs: 60 * 60_000,
  /** One that is dated ahead by more than this is not believed; the reference's backend has the same drift. */
  driftMs: 10_000,
} as const;

/** The last heartbeat. */
export interface Heartbeat {
  /** When it was, by the konnector's clock; milliseconds since 1970. */
  at: number;
  /** How long ago that is; negative for a date in the future. */
  ageMs: number;
  /** For how long it counts; 0 when the konnector does not say how often it beats. */
  timeoutMs: number;
  /**
   * - `alive`: the next one is not overdue.
   * - `lost`: it is.
   * - `timeDrift`: the date is in the future by more than clocks may differ; nothing can be told from it.
   * - `intervalMissing`: without an interval nobody knows when the next one is due.
   */
  status: 'alive' | 'lost' | 'timeDrift' | 'intervalMissing';
}

const heartbeatStatus = (ageMs: number, timeoutMs: number) => {
  if (ageMs < -heartbeatLimits.driftMs) return 'timeDrift';
  if (timeoutMs === 0) return 'intervalMissing';
  return ageMs > timeoutMs ? 'lost' : 'alive';
};

/**
 * Reads the last heartbeat; undefined before the first one. Whoever has a token of the app cluster writes what this goes
 * by, so neither dates in the future are believed nor intervals without measure.
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
