/** Counts consecutive rejections or failures, and when to retry. Pure. */

/** A series of failed attempts. */
export interface Backoff {
  /** Number of failed attempts, from 1. */
  consecutiveFailures: number;
}

/** A series of failed attempts with a time, for callers that may run before the next attempt is due. */
export interface TimedBackoff extends Backoff {
  /** Time before which no attempt is due; milliseconds since 1970. */
  retryAt: number;
}

/** Rights in a new service namespace may arrive late, so the first retries are quick. Milliseconds. */
const initialDelaysMs = [100, 200, 400, 800, 1_600, 3_200] as const;
const maxDelayMs = 60_000;

/** Adds a failed attempt. @param previous - undefined: this is the first. */
export const nextBackoff = (previous: Backoff | undefined): Backoff => ({
  consecutiveFailures: (previous?.consecutiveFailures ?? 0) + 1,
});

/** Delay after the last attempt; milliseconds. */
export const backoffDelayMs = ({ consecutiveFailures }: Backoff): number =>
  initialDelaysMs[consecutiveFailures - 1] ?? maxDelayMs;

/** Adds a failed attempt at `nowMs`. @param previous - undefined: this is the first. */
export function nextTimedBackoff(
  previous: Backoff | undefined,
  nowMs: number,
): TimedBackoff {
  const backoff = nextBackoff(previous);
  return { ...backoff, retryAt: nowMs + backoffDelayMs(backoff) };
}

/** Whether failures persist long enough to be reported. */
export const failsPersistently = ({ consecutiveFailures }: Backoff): boolean =>
  consecutiveFailures >= initialDelaysMs.length;
