// The cluster of a kubeconfig, reduced to where the server is and how it is known.
import { isIP } from 'node:net';
import { authorityOf } from './certificates';
import { flag, Section, text } from './fields';
import { Fields } from '../isFields';
import { fileOf } from './files';
import { isHostName } from './hosts';
import { SanitizeContext } from './SanitizeContext';
import { refuse } from './refuse';
import { proxyOf, serverOf } from './server';

function tlsServerNameOf(cluster: Section): string | undefined {
  const name = text(cluster, 'tls-server-name');
  return name === undefined || isIP(name) !== 0 || isHostName(name)
    ? name
    : refuse(
        'tls-server-name',
        `${cluster.path}.tls-server-name`,
        "Its tls-server-name is no name. Write the host name that is in the server's certificate, or leave it out.",
      );
}

function isTlsInsecure(
  cluster: Section,
  { policy, warnings }: SanitizeContext,
): boolean {
  const name = 'insecure-skip-tls-verify';
  const field = `${cluster.path}.${name}`;
  if (!flag(cluster, name)) return false;
  if (policy.insecureTls !== 'allow') {
    refuse(
      'insecure-tls',
      field,
      `It does not check the server (${name}). Add the certificate authority of the cluster.`,
    );
  }
  warnings.push({
    reason: 'insecure-tls',
    field,
    message: `It does not check the server (${name}), so whoever stands in between can take its credentials. Add the certificate authority of the cluster.`,
  });
  return true;
}

/**
 * The fields that are kept, and the host they lead to.
 *
 * @throws KubeconfigRefusedError when the cluster asks for what the policy refuses, or cannot be right
 */
export function sanitizeCluster(
  cluster: Section,
  context: SanitizeContext,
): { fields: Fields; host: string } {
  const { policy } = context;
  const { url, host } = serverOf(cluster, policy);
  const file = fileOf(
    cluster,
    'certificate-authority',
    'a certificate authority',
    policy,
  );
  const data = authorityOf(cluster, context);
  return {
    host,
    fields: {
      server: url,
      'certificate-authority-data': data,
      // Data wins over a file, as in kubectl.
      'certificate-authority': data === undefined ? file : undefined,
      'tls-server-name': tlsServerNameOf(cluster),
      'insecure-skip-tls-verify': isTlsInsecure(cluster, context) || undefined,
      'proxy-url': proxyOf(cluster, policy),
    },
  };
}
