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
    trustsEveryProxy,
  }: Pick<
    PortalConfig,
    'isTrustProxyConfigured' | 'permissionsEnabled' | 'trustsEveryProxy'
  >,
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
  ...(trustsEveryProxy
    ? [
        'backend.trustProxy is true, so that each client of join commands and binding handshakes can write the address that its rate limit counts into X-Forwarded-For. Set backend.trustProxy to the number of proxies in front of Backstage, or to their addresses',
      ]
    : []),
];
