/** What follows from a failed call for its object: when it is tried again, and from when on a person is told. Pure. */
import {
  isPersistent,
  nextBackoff,
  backoffDelayMs,
  type Backoff,
} from './backoff';
import type { ClusterDisplayName } from './ClusterDisplayName';
import { missingCheckMs } from './isTargetMissing';
import { refusalOf, rejectedWaitMs, type Refusal } from './refusal';

/** What follows from a refusal. */
export interface RetryPlan {
  /** What people are told. */
  refusal: Refusal;
  /** The row of failures that it is the last of; undefined when the same call would be answered in the same way. */
  backoff?: Backoff;
  /** Milliseconds after which the call is tried again. */
  requeueAfterMs: number;
  /** Whether it is told: a failure only when it lasts. */
  isReported: boolean;
}

/**
 * Undefined when the error passes, or says nothing of the object.
 * @param cluster - that gave the error.
 * @param previous - the row of failures so far.
 */
export function planRetry(
  error: unknown,
  cluster: ClusterDisplayName,
  previous: Backoff | undefined,
): RetryPlan | undefined {
  const refusal = refusalOf(error, cluster);
  if (!refusal) return undefined;
  if (refusal.state === 'Failing') {
    const backoff = nextBackoff(previous);
    const requeueAfterMs = backoffDelayMs(backoff);
    return {
      refusal,
      backoff,
      requeueAfterMs,
      isReported: isPersistent(backoff),
    };
  }
  const isMissing = refusal.state === 'Forbidden';
  const requeueAfterMs = isMissing ? missingCheckMs : rejectedWaitMs;
  return { refusal, requeueAfterMs, isReported: true };
}
