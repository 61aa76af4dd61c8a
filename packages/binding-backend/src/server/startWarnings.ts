/** What operators should know of a configuration that works, but not as they may think; pure. */
import { isLoopback } from '../loopback';
import type { HandshakeConfig } from './config';

/** For the log, once at the start. */
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
    `handshake.trustedProxies is not set: behind an ingress or load balancer everybody who is not signed in counts as one address, and all of them share ${handshake.requestsPerMinute} requests a minute. Set it to the number of proxies that stand before this server, or to 0`,
  ];
};
