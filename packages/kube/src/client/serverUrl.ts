// The URLs of a kubeconfig's server and proxy.
import { Cluster } from '@kubernetes/client-node';
import { ConnectionPolicy } from './policy';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/**
 * The address of a kubeconfig's server.
 * @throws Error when it is not the URL of a server, or plain http to another machine
 */
export function serverUrl(address: string): URL {
  if (!URL.canParse(address)) {
    throw new Error(
      'The kubeconfig names no valid server address. It must be a URL that begins with https://.',
    );
  }
  const url = new URL(address);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Error(
      `The kubeconfig's server ${url.origin} is plain http, which would send credentials in the clear. Use https.`,
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error(
      `The kubeconfig's server uses ${url.protocol}, which is not supported. Use https.`,
    );
  }
  return url;
}

const proxyProtocols = new Set(['http:', 'https:', 'socks5:']);

/**
 * The address of the proxy in front of a kubeconfig's server; undefined when there is none.
 * @throws Error when the policy refuses proxies, or the address is not the URL of a proxy
 */
export function proxyUrl(
  { name, proxyUrl: address }: Cluster,
  policy: ConnectionPolicy,
): URL | undefined {
  if (!address) return undefined;
  if (policy.proxy !== 'allow') {
    throw new Error(
      `The kubeconfig's cluster "${name}" is behind a proxy (proxy-url), which is not allowed here. Connect directly.`,
    );
  }
  // The address is not quoted, because it may hold a password.
  if (
    !URL.canParse(address) ||
    !proxyProtocols.has(new URL(address).protocol)
  ) {
    throw new Error(
      `The proxy-url of the kubeconfig's cluster "${name}" is not valid. It must be a URL that begins with http://, https:// or socks5://.`,
    );
  }
  return new URL(address);
}
