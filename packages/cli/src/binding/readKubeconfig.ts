/** The kubeconfig for a control plane in a Secret of the app cluster. */
import { names } from '@klutch/bind-api';
import {
  core,
  decodeSecretData,
  type KubeClient,
  type ObjectKey,
} from '@klutch/kube';

/**
 * Reads the kubeconfig.
 *
 * @param remedy - what to do when there is none
 * @throws Error when there is none
 */
export async function readKubeconfig(
  appCluster: KubeClient,
  key: ObjectKey,
  remedy: string,
  signal?: AbortSignal,
): Promise<string> {
  const secret = await appCluster.get(core.secrets, key, { signal });
  const kubeconfig = decodeSecretData(secret?.data ?? {})[names.kubeconfigKey];
  if (kubeconfig) return kubeconfig;
  throw new Error(
    `Secret ${key.namespace}/${key.name} of the app cluster has no kubeconfig. ${remedy}`,
  );
}
