/** When the credentials of a kubeconfig expire. Pure function. */
import { X509Certificate } from 'node:crypto';
import { loadKubeConfig } from '@klutch/kube';

/** From the claim `exp`, without verifying the token; other tokens have no known expiry. */
function tokenExpiry(token: string): Date {
  const [, payload = ''] = token.split('.');
  const { exp } = JSON.parse(
    Buffer.from(payload, 'base64url').toString('utf8'),
  ) as { exp?: unknown };
  return new Date(typeof exp === 'number' ? exp * 1000 : NaN);
}

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
    const expiry =
      (token && tokenExpiry(token)) ||
      (certData && certificateExpiry(certData));
    return expiry && !Number.isNaN(expiry.getTime()) ? expiry : undefined;
  } catch {
    return undefined;
  }
}
