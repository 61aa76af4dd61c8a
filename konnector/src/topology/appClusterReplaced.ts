/** Stops a konnector whose app cluster was replaced by another one. */
import { deferred } from '@klutch/kube';

/** Signals that the app cluster is not the one that the konnector started with. */
export interface AppClusterReplaced {
  /** Rejects when the app cluster was replaced by another one, after which the konnector must stop. Never resolves. */
  readonly replaced: Promise<never>;
  /** Rejects {@link AppClusterReplaced.replaced}. */
  readonly reportReplaced: () => void;
}

/** Creates the signal in its pending state. */
export function createAppClusterReplaced(): AppClusterReplaced {
  const { promise, reject } = deferred<never>();
  return {
    replaced: promise,
    reportReplaced: () =>
      reject(
        new Error(
          'The app cluster was replaced by another one: the UID of its namespace kube-system has changed. The konnector stops, so that the two clusters do not share their data.',
        ),
      ),
  };
}
