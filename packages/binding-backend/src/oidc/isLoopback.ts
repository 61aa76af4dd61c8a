/** Hosts that never leave this machine. */
import { isIPv4 } from 'node:net';

/** Whether a URL's host is loopback: `localhost`, 127.0.0.0/8 or ::1. Other names are not looked up. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  (isIPv4(hostname) && hostname.startsWith('127.'));

/** Whether what goes there cannot be read on the way: https, or http that stays on this machine. */
export const isPrivateWay = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
