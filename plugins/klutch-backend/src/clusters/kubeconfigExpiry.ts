/** When the credentials of a kubeconfig expire. Pure function. */
import { X509Certificate } from 'node:crypto';
import { loadKubeConfig, readTokenTimes } from '@klutch/kube';

const certificateExpiry = (data: string): Date =>
  new Date(new X509Certificate(Buffer.from(data, 'base64')).validTo);

/**
 * When the credentials of the current user expire, also in the past. Undefined when they do not expire, or when that
 * cannot be read.
 *
 * @param yaml - the kubeconfig, with its credentials in itself
 */
export function kubeconfigExpiry(yaml: string): Date | undefined {
  try {
    const { token, certData } = loadKubeConfig(yaml).getCurrentUser() ?? {};
    if (token) return readTokenTimes(token)?.expiresAt;
    return certData ? certificateExpiry(certData) : undefined;
  } catch {
    return undefined;
  }
}
