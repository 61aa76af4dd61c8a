/** Checks whether a kubeconfig belongs to the cluster in use. */
import { isUnauthorized, type KubeClient, errorMessage } from '@klutch/kube';
import type { UsableKubeconfig } from './kubeconfigSecret';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import { readClusterUid } from './clusterIdentity';
import type { KubeConfig } from './connect';

/** Why an existing kubeconfig is not in use. */
export interface RefusedKubeconfig {
  /** A sentence for operators. */
  message: string;
  /** Whether the kubeconfig belongs to another cluster, or to one that was rebuilt. */
  isOtherCluster: boolean;
}

/**
 * Connects with a kubeconfig; undefined when it works and belongs to the same cluster.
 * @throws the signal's abort reason.
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
 * @param options.connect - creates a client that is used for one request.
 * @param options.uid - UID of the kubeconfig's namespace; while undefined, nothing was written yet, and every cluster
 *   will do.
 * @param options.cluster - name of the cluster in messages.
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
    return uid === (options.uid() ?? uid)
      ? undefined
      : {
          message: `It belongs to another ${cluster}, or to one that was rebuilt.`,
          isOtherCluster: true,
        };
  };
}
