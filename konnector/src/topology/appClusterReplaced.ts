/** The end of a konnector whose app cluster has become another one. */
import { deferred } from '@klutch/kube';

/** Whether the app cluster is still the one that the konnector began with. */
export interface AppClusterReplaced {
  /** Rejects when the app cluster has become another one: nothing may go on. Never resolves. */
  readonly replaced: Promise<never>;
  /** Says that it has. */
  readonly reportReplaced: () => void;
}

/** The app cluster is still the same. */
export function createAppClusterReplaced(): AppClusterReplaced {
  const { promise, reject } = deferred<never>();
  return {
    replaced: promise,
    reportReplaced: () =>
      reject(
        new Error(
          'The app cluster is another one than before: the UID of its namespace kube-system has changed. The konnector ends, so that the two do not share their data.',
        ),
      ),
  };
}
