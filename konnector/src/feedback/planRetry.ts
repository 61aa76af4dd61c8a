/** Decides when a failed call for an object is retried, and when it is reported. Pure. */
import {
  failsPersistently,
  nextBackoff,
  backoffDelayMs,
  type Backoff,
} from './backoff';
import type { ClusterDisplayName } from './ClusterDisplayName';
import {
  missingCheckMs,
  refusalOf,
  rejectedWaitMs,
  type Refusal,
} from './refusal';

/** Reaction to a rejection or failure. */
export interface RetryPlan {
  /** The reported rejection or failure. */
  refusal: Refusal;
  /** The series of failures including this one; undefined when a retry would give the same answer. */
  backoff?: Backoff;
  /** Milliseconds until the retry. */
  requeueAfterMs: number;
  /** Whether it is reported: a failure only when persistent. */
  isReported: boolean;
}

/**
 * Undefined when the error is transient, or does not concern the object.
 * @param cluster - the cluster of the error.
 * @param previous - the series of failures so far.
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
      isReported: failsPersistently(backoff),
    };
  }
  const isMissing = refusal.state === 'Forbidden';
  const requeueAfterMs = isMissing ? missingCheckMs : rejectedWaitMs;
  return { refusal, requeueAfterMs, isReported: true };
}
