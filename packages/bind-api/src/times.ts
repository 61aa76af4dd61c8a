/** Times that both sides of the binding protocol go by. */

/** Times of the reference; ours keep them where the other side notices. */
export const times = {
  /** Written by the konnector as `heartbeatInterval`. */
  heartbeatIntervalMs: 5 * 60_000,
  /** How often the konnector beats. */
  heartbeatTickMs: 150_000,
  /** The backend calls a konnector lost after this many intervals. */
  heartbeatTimeoutIntervals: 2,
  /** A pending export request fails after this. */
  exportRequestFailAgeMs: 60_000,
  /** A finished export request is removed after this. */
  exportRequestKeepAgeMs: 10 * 60_000,
} as const;
