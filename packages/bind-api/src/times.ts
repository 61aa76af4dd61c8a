/** Intervals and timeouts of the binding protocol. */

/** Values of upstream Klutch, which this implementation keeps where the other side depends on them. */
export const times = {
  /** Written by the konnector as `heartbeatInterval`. */
  heartbeatIntervalMs: 5 * 60_000,
  /** Interval of the konnector's heartbeats. */
  heartbeatTickMs: 150_000,
  /** Number of intervals after which the backend reports a konnector as lost. */
  heartbeatTimeoutIntervals: 2,
  /** A pending export request fails after this. */
  exportRequestFailAgeMs: 60_000,
  /** A finished export request is removed after this. */
  exportRequestKeepAgeMs: 10 * 60_000,
} as const;
