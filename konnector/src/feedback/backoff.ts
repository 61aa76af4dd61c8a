/** How often something was refused, or failed, in a row, and when to try it again. Pure. */

/** A row of attempts that were of no use. */
export interface Backoff {
  /** From 1. */
  consecutiveFailures: number;
}

/** The same, for who may be asked again before the next one is due. */
export interface TimedBackoff extends Backoff {
  /** The next one is not due before; milliseconds. */
  retryAt: number;
}

/** Rights in a new service namespace may be some moments late: quick at first, then slow. Milliseconds. */
const initialDelaysMs = [100, 200, 400, 800, 1_600, 3_200] as const;
const maxDelayMs = 60_000;

/** One more has been of no use. @param previous - undefined: it is the first. */
export const nextBackoff = (previous: Backoff | undefined): Backoff => ({
  consecutiveFailures: (previous?.consecutiveFailures ?? 0) + 1,
});

/** How long to wait after the last one; milliseconds. */
export const backoffDelayMs = ({ consecutiveFailures }: Backoff): number =>
  initialDelaysMs[consecutiveFailures - 1] ?? maxDelayMs;

/** One more has been of no use, now. @param previous - undefined: it is the first. */
export function nextTimedBackoff(
  previous: Backoff | undefined,
  nowMs: number,
): TimedBackoff {
  const backoff = nextBackoff(previous);
  return { ...backoff, retryAt: nowMs + backoffDelayMs(backoff) };
}

/** Whether it has been so for long enough that a person is told. */
export const isPersistent = ({ consecutiveFailures }: Backoff): boolean =>
  consecutiveFailures >= initialDelaysMs.length;
