/** Whether a kubeconfig leads to the control plane that is known already. */
import { isUnauthorized, type KubeClient } from '@klutch/kube';
import type { UsableKubeconfig } from '../bindings/kubeconfigSecret';
import { readClusterUid } from './clusterIdentity';
import type { KubeConfig } from './connect';

/** Why a kubeconfig that is there is not in use. */
export interface RefusedKubeconfig {
  /** A sentence for people. */
  message: string;
  /** It leads to another control plane, or to one that was rebuilt. */
  elsewhere: boolean;
}

/**
 * Asks with a kubeconfig; undefined: it works, and leads to the same control plane.
 * @throws what the signal was aborted with.
 */
export type TryOut = (
  kubeconfig: UsableKubeconfig,
  signal: AbortSignal,
) => Promise<RefusedKubeconfig | undefined>;

const wordsOf = (error: unknown): string => {
  if (isUnauthorized(error)) {
    return 'The control plane does not accept its credentials.';
  }
  return error instanceof Error ? error.message : 'It cannot be tried out.';
};

/**
 * @param options.connect - makes a client that is used for one question.
 * @param options.uid - UID of the cluster namespace; while it is unknown, everything leads elsewhere.
 */
export function createTryOut(options: {
  connect: (kubeConfig: KubeConfig) => KubeClient;
  uid: () => string | undefined;
}): TryOut {
  return async ({ kubeConfig, namespace }, signal) => {
    let uid: string;
    try {
      const client = options.connect(kubeConfig);
      try {
        uid = await readClusterUid(client, namespace, signal);
      } finally {
        await client.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      return { message: wordsOf(error), elsewhere: false };
    }
    return uid === options.uid()
      ? undefined
      : {
          message:
            'It leads to another control plane, or to one that was rebuilt.',
          elsewhere: true,
        };
  };
}
