/** The end of a konnector whose app cluster has become another one. */
import { deferred } from '@klutch/kube';

/** Whether the app cluster is still the one that the konnector began with. */
export interface Loss {
  /** Rejects when the app cluster has become another one: nothing may go on. Never resolves. */
  readonly lost: Promise<never>;
  /** Says that it has. */
  readonly lose: () => void;
}

/** The app cluster is still the same. */
export function createLoss(): Loss {
  const { promise, reject } = deferred<never>();
  return {
    lost: promise,
    lose: () =>
      reject(
        new Error(
          'The app cluster is another one than before: the UID of its namespace kube-system has changed. The konnector ends, so that the two do not share their data.',
        ),
      ),
  };
}
