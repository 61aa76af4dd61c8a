/** What follows from a failed call for its object: when it is tried again, and from when on a person is told. Pure. */
import { isLasting, oneMore, waitAfter, type Attempts } from './attempts';
import type { ClusterWord } from './ClusterWord';
import { missingCheckMs } from './hasNoPlace';
import { refusalOf, rejectedWaitMs, type Refusal } from './refusal';

/** What follows from a refusal. */
export interface AfterRefusal {
  /** What people are told. */
  why: Refusal;
  /** The row of failures that it is the last of; undefined when the same call would be answered in the same way. */
  attempts?: Attempts;
  /** Milliseconds after which the call is tried again. */
  againInMs: number;
  /** Whether it is told: a failure only when it lasts. */
  isTold: boolean;
}

/**
 * Undefined when the error passes, or says nothing of the object.
 * @param cluster - that gave the error.
 * @param before - the row of failures so far.
 */
export function afterRefusal(
  error: unknown,
  cluster: ClusterWord,
  before: Attempts | undefined,
): AfterRefusal | undefined {
  const why = refusalOf(error, cluster);
  if (!why) return undefined;
  if (why.state === 'Failing') {
    const attempts = oneMore(before);
    const againInMs = waitAfter(attempts);
    return { why, attempts, againInMs, isTold: isLasting(attempts) };
  }
  const isMissing = why.state === 'Forbidden';
  const againInMs = isMissing ? missingCheckMs : rejectedWaitMs;
  return { why, againInMs, isTold: true };
}
