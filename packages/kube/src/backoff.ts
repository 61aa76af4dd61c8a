// Waits between retries.

/** Bounds of an exponential back-off, in milliseconds. */
export interface BackoffTimes {
  /** Longest wait after the first failure; doubled by each further failure. */
  baseMs: number;
  /** Upper limit of all waits. */
  capMs: number;
}

/**
 * Longest `Retry-After` that is honoured, in milliseconds. A longer value is a mistake of the server or of a proxy
 * and must not stop work for good.
 */
export const maxRetryAfterMs = 5 * 60_000;

/**
 * Exponential back-off with full jitter: a random wait between 0 and the doubled bound, so that clients that failed
 * together do not retry together.
 * @param attempt - failures in a row so far, from 1
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
