/** Failures to watch or reach a cluster, for conditions and logs. */
import {
  isUnauthorized,
  type Cache,
  type KubeObject,
  errorMessage,
} from '@klutch/kube';

/** A failure that persists since a moment; requests are retried continuously. */
export interface Failure {
  /** A sentence for operators. */
  message: string;
  /** The failure as a reason, such as `Forbidden` or `Unauthorized`; absent when there is none. */
  reason?: string;
  since: Date;
}

/**
 * Converts an error of a request.
 * @param previous - failure of the request before; `since` is that of the first consecutive failure.
 */
export const failureOf = (
  error: unknown,
  previous: Failure | undefined,
): Failure => ({
  message: errorMessage(error),
  ...(isUnauthorized(error) && { reason: 'Unauthorized' }),
  since: previous?.since ?? new Date(),
});

/** Failures shorter than this are not reported; milliseconds. */
const transientFailureMs = 10_000;

/** Milliseconds until a failure counts as persistent; 0 or less when it does. */
export const msUntilPersistent = ({ since }: Failure): number =>
  since.getTime() + transientFailureMs - Date.now();

export const isPersistent = (failure: Failure | undefined): boolean =>
  failure !== undefined && msUntilPersistent(failure) <= 0;

/**
 * Tracks the health of a cache from now on. A failure ends when the cache watches again; a new attempt alone does not
 * end the failure, as it may fail, too.
 * @param scope - names the cluster or namespace in the message.
 * @returns the current failure, or undefined when there is none.
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
