/** What operators should know of a configuration that works, but not as safely as they may think; pure. */
import { isLoopback } from '@klutch/binding-backend';
import type { PortalConfig } from './readConfig';

/**
 * For the log, once at the start.
 * @param externalUrl - where browsers and app clusters reach what is not behind Backstage's sign-in
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
        'permission.enabled is not true, so Backstage asks no permission policy: everybody who signs in may open and use the platform pages, as far as the clusters let them, and may reveal credentials. Set permission.enabled: true and add a permission policy',
      ]),
  ...(isTrustProxyConfigured || isLoopback(new URL(externalUrl).hostname)
    ? []
    : [
        'backend.trustProxy is not set: behind an ingress or load balancer all who use a join command or begin a binding handshake count as one address, and share its rate limit. Set it to the number of proxies that stand before Backstage, or to false',
      ]),
];
