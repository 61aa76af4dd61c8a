/** Plans the copy of a rotated kubeconfig to the app cluster's Secret. Pure. */
import type { Secret } from '@klutch/kube';
import { readKubeconfigSecret } from '../access/kubeconfigSecret';
import type { OfferedKubeconfig } from './providerSecret';

/**
 * Merge patch with preconditions for the app cluster's kubeconfig Secret. Undefined when the Secret has the same
 * kubeconfig already, or one that is not in use: a user has put that kubeconfig there, and only a user removes it.
 * @param inUse - fingerprint of the kubeconfig in use.
 */
export function planKubeconfigSecretCopy(
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
