// How long to wait before trying again.

/** Bounds of an exponential back-off, in milliseconds. */
export interface BackoffTimes {
  baseMs: number;
  capMs: number;
}

/**
 * Exponential back-off with full jitter: anything from nothing to the doubled bound, so that many that failed
 * together do not come back together.
 * @param attempt - failures so far in a row, from 1
 * @param random - from 0 to 1
 */
export function backoffMs(
  times: BackoffTimes,
  attempt: number,
  random: number,
): number {
  const doublings = Math.min(Math.max(attempt - 1, 0), 52);
  return random * Math.min(times.capMs, times.baseMs * 2 ** doublings);
}
