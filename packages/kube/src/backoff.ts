// How long to wait before trying again.

/** Bounds of an exponential back-off, in milliseconds. */
export interface BackoffTimes {
  /** Longest wait after the first failure; doubles with each further one. */
  baseMs: number;
  /** Longest wait ever. */
  capMs: number;
}

/**
 * Longest `Retry-After` that is honoured, in milliseconds. More is a mistake of the server or of what stands before it,
 * and must not stop work for good.
 */
export const maxRetryAfterMs = 5 * 60_000;

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
