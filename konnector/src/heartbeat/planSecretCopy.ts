/** Brings the kubeconfig that the control plane rotated home to the app cluster. Pure. */
import type { Secret } from '@klutch/kube';
import { readKubeconfigSecret } from '../access/kubeconfigSecret';
import type { OfferedKubeconfig } from './providerSecret';

/**
 * Merge patch with preconditions for the app cluster's kubeconfig secret. Undefined when it holds the same kubeconfig
 * already, or one that is not in use: somebody has put that there, and it is theirs to take away.
 * @param inUse - fingerprint of the kubeconfig in use.
 */
export function planSecretCopy(
  own: Secret,
  key: string,
  offered: OfferedKubeconfig,
  inUse: string,
): object | undefined {
  const present = own.data?.[key];
  if (present === offered.encoded) return undefined;
  if (present) {
    const reading = readKubeconfigSecret(own, key, '');
    if (!reading.ok || reading.value.fingerprint !== inUse) return undefined;
  }
  const { uid, resourceVersion } = own.metadata;
  return {
    metadata: { uid, resourceVersion },
    data: { [key]: offered.encoded },
  };
}
