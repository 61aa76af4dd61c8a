/** Brings the kubeconfig that the control plane rotated home to the app cluster. Pure. */
import type { Secret } from '@klutch/kube';

/**
 * Merge patch with preconditions for the app cluster's kubeconfig secret, or undefined when it holds the same kubeconfig
 * already.
 * @param kubeconfig - base64, as the control plane's secret has it.
 */
export function planSecretCopy(
  own: Secret,
  key: string,
  kubeconfig: string,
): object | undefined {
  if (own.data?.[key] === kubeconfig) return undefined;
  const { uid, resourceVersion } = own.metadata;
  return { metadata: { uid, resourceVersion }, data: { [key]: kubeconfig } };
}
