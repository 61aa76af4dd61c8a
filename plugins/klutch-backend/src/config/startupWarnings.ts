/** Warnings about configurations that work but are less safe than they seem. Pure functions. */
import { isLoopback } from '@klutch/binding-backend';
import type { PortalConfig } from './readConfig';

/**
 * Warnings to log once at startup.
 * @param externalUrl - URL of the endpoints without Backstage sign-in, as reached by browsers and app clusters
 */
export const startupWarnings = (
  {
    isTrustProxyConfigured,
    permissionsEnabled,
  }: Pick<PortalConfig, 'isTrustProxyConfigured' | 'permissionsEnabled'>,
  externalUrl: string,
): string[] => [
  ...(permissionsEnabled
    ? []
    : [
        'permission.enabled is not true, so Backstage asks no permission policy: every signed-in user can open the platform pages, use them within their rights on the clusters, and reveal credentials. Set permission.enabled: true and add a permission policy',
      ]),
  ...(isTrustProxyConfigured || isLoopback(new URL(externalUrl).hostname)
    ? []
    : [
        'backend.trustProxy is not set: behind an ingress or load balancer all clients of join commands and binding handshakes count as one address, and share its rate limit. Set backend.trustProxy to the number of proxies in front of Backstage, or to false',
      ]),
];
