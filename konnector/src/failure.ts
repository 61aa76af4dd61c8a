/** What keeps a part from following a cluster, for conditions and logs. */
import { isUnauthorized, type Cache, type KubeObject } from '@klutch/kube';

/** Something is wrong since a moment; it is tried again all the time. */
export interface Failure {
  /** A sentence for people. */
  message: string;
  /** The same in one word, such as `Forbidden` or `Unauthorized`; absent when there is none. */
  reason?: string;
  since: Date;
}

/** Why something failed, for people. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : 'The reason is not known.';

/** What a request met. @param previous - the failure began with the first of those that failed in a row. */
export const failureOf = (
  error: unknown,
  previous: Failure | undefined,
): Failure => ({
  message: errorMessage(error),
  ...(isUnauthorized(error) && { reason: 'Unauthorized' }),
  since: previous?.since ?? new Date(),
});

/** A failure counts as transient for so long; milliseconds. */
const transientFailureMs = 10_000;

/** Milliseconds until a failure is persistent; 0 or less when it is. */
export const msUntilPersistent = ({ since }: Failure): number =>
  since.getTime() + transientFailureMs - Date.now();

/** Whether a failure is more than transient. */
export const isPersistent = (failure: Failure): boolean =>
  msUntilPersistent(failure) <= 0;

/**
 * Follows the health of a cache from now on. The failure lasts until the cache watches again: an attempt in between, which
 * may fail like the one before, does not end it.
 * @param scope - names the cluster or namespace in the message.
 * @returns the present failure, or undefined when there is none.
 */
export function trackFailure<T extends KubeObject>(
  cache: Cache<T>,
  scope: string,
): () => Failure | undefined {
  let failure: Failure | undefined;
  cache.onHealth(({ state, reason, message }) => {
    if (state === 'watching') failure = undefined;
    if (state !== 'waiting' || !message) return;
    failure = {
      message: `${cache.resource.plural} ${scope}: ${message}`,
      ...(reason && { reason }),
      since: failure?.since ?? new Date(),
    };
  });
  return () => failure;
}
