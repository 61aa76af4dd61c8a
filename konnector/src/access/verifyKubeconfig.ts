/** Whether a kubeconfig leads to the cluster that is known already. */
import { isUnauthorized, type KubeClient } from '@klutch/kube';
import type { UsableKubeconfig } from './kubeconfigSecret';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import { errorMessage } from '../failure';
import { readClusterUid } from './clusterIdentity';
import type { KubeConfig } from './connect';

/** Why a kubeconfig that is there is not in use. */
export interface RefusedKubeconfig {
  /** A sentence for people. */
  message: string;
  /** It leads to another cluster, or to one that was rebuilt. */
  isOtherCluster: boolean;
}

/**
 * Asks with a kubeconfig; undefined: it works, and leads to the same cluster.
 * @throws what the signal was aborted with.
 */
export type VerifyKubeconfig = (
  kubeconfig: Pick<UsableKubeconfig, 'kubeConfig' | 'namespace'>,
  signal: AbortSignal,
) => Promise<RefusedKubeconfig | undefined>;

const refusalMessage = (error: unknown, cluster: ClusterDisplayName): string =>
  isUnauthorized(error)
    ? `The ${cluster} does not accept its credentials.`
    : errorMessage(error);

/**
 * @param options.connect - makes a client that is used for one question.
 * @param options.uid - UID of the kubeconfig's namespace; while it is unknown, everything leads elsewhere.
 * @param options.cluster - what the cluster is called in messages.
 */
export function createKubeconfigVerifier(options: {
  connect: (kubeConfig: KubeConfig) => KubeClient;
  uid: () => string | undefined;
  cluster: ClusterDisplayName;
}): VerifyKubeconfig {
  const { cluster } = options;
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
      return { message: refusalMessage(error, cluster), isOtherCluster: false };
    }
    return uid === options.uid()
      ? undefined
      : {
          message: `It leads to another ${cluster}, or to one that was rebuilt.`,
          isOtherCluster: true,
        };
  };
}
