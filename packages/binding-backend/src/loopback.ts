/** Loopback hosts and secure URLs. */
import { isIPv4 } from 'node:net';

/**
 * Whether a host is loopback: `localhost`, 127.0.0.0/8 or ::1, as in URLs or without brackets. Other names are not
 * resolved.
 */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host === '::1' ||
  host === '[::1]' ||
  (isIPv4(host) && host.startsWith('127.'));

/** Whether traffic to a URL cannot be read in transit: https, or http to a loopback host. */
export const isSecureTransport = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
