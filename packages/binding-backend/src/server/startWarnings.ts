/** Warnings about a valid configuration with likely unintended effects. Pure. */
import { isLoopback } from '../loopback';
import type { HandshakeConfig } from './config';

/** Warnings to log once at startup. */
export const startWarnings = (
  handshake:
    | Pick<
        HandshakeConfig,
        'externalUrl' | 'requestsPerMinute' | 'trustedProxies'
      >
    | undefined,
): string[] => {
  if (!handshake || handshake.trustedProxies !== undefined) return [];
  if (isLoopback(new URL(handshake.externalUrl).hostname)) return [];
  return [
    `handshake.trustedProxies is not set: behind an ingress or load balancer all users who are not signed in count as one address and share ${handshake.requestsPerMinute} requests per minute. Set it to the number of proxies in front of this server, or to 0`,
  ];
};
