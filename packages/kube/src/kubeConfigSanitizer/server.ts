// The server's URL in a form that all URL parsers read alike.
import { isIP } from 'node:net';
import { Section, text } from './fields';
import { hostProblem, isHostName } from './hosts';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { refuse } from './refuse';

/** Longer than any real address, and quick to check. */
const maxLength = 2048;

const proxySchemes = new Set(['http:', 'https:', 'socks5:']);

/** Host name or IP address, without brackets. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

function parse(section: Section, name: string): URL {
  const value = text(section, name) ?? '';
  if (value.length <= maxLength && URL.canParse(value)) {
    const url = new URL(value);
    const host = hostOf(url);
    if (isIP(host) !== 0 || isHostName(host)) return url;
  }
  return refuse(
    'server-url',
    `${section.path}.${name}`,
    `Its ${name} is not the URL of a server. Write it as https://<name or IP address>:<port>.`,
  );
}

function checkHost(
  host: string,
  field: string,
  policy: KubeConfigPolicy,
): void {
  const problem = hostProblem(host, policy);
  if (problem) refuse(problem.reason, field, problem.explanation);
}

/**
 * The server's URL, of origin and path only, and its host.
 *
 * @throws KubeconfigRefusedError when the server is not allowed, or the URL is not one of an API server
 */
export function serverOf(
  cluster: Section,
  policy: KubeConfigPolicy,
): { url: string; host: string } {
  const field = `${cluster.path}.server`;
  const url = parse(cluster, 'server');
  if (url.protocol !== 'https:') {
    refuse(
      'plain-http',
      field,
      'Its server is not reached by https, so credentials would be sent in the clear. Use the address that begins with https://.',
    );
  }
  if (url.username || url.password) {
    refuse(
      'server-userinfo',
      field,
      "Its server's address holds a user or password. Leave them out; use a token or a client certificate.",
    );
  }
  if (url.search || url.hash) {
    refuse(
      'server-query',
      field,
      "Its server's address has a part after ? or #. Leave it out.",
    );
  }
  const { ports } = policy;
  if (ports && !ports.includes(Number(url.port || 443))) {
    refuse(
      'port',
      field,
      `Its server has a port that is not allowed here. Use one of ${ports.join(', ')}.`,
    );
  }
  const host = hostOf(url);
  checkHost(host, field, policy);
  return { url: url.origin + url.pathname.replace(/\/+$/, ''), host };
}

/**
 * The proxy's URL; undefined when there is none.
 *
 * @throws KubeconfigRefusedError when the policy allows no proxy, or not this one
 */
export function proxyOf(
  cluster: Section,
  policy: KubeConfigPolicy,
): string | undefined {
  const name = 'proxy-url';
  if (text(cluster, name) === undefined) return undefined;
  const field = `${cluster.path}.${name}`;
  if (policy.proxy !== 'allow') {
    refuse(
      'proxy',
      field,
      'It uses a proxy (proxy-url), which is not supported. Connect directly.',
    );
  }
  const url = parse(cluster, name);
  if (!proxySchemes.has(url.protocol)) {
    refuse(
      'proxy',
      field,
      'Its proxy is of a kind that is not supported. Use one whose address begins with http://, https:// or socks5://.',
    );
  }
  checkHost(hostOf(url), field, policy);
  return url.href;
}
