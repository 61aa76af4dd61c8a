// Reduces the cluster of a kubeconfig to the server's address and trust.
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
        "Its tls-server-name is not a host name. Write the host name that is in the server's certificate, or leave it out.",
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
      `It does not verify the server's certificate (${name}). Add the certificate authority of the cluster.`,
    );
  }
  warnings.push({
    reason: 'insecure-tls',
    field,
    message: `It does not verify the server's certificate (${name}), so an attacker in the network can steal its credentials. Add the certificate authority of the cluster.`,
  });
  return true;
}

/**
 * The kept fields, and the server's host.
 *
 * @throws KubeconfigRefusedError when the cluster asks for something that the policy refuses, or is invalid
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
      // Data takes precedence over a file, as in kubectl.
      'certificate-authority': data === undefined ? file : undefined,
      'tls-server-name': tlsServerNameOf(cluster),
      'insecure-skip-tls-verify': isTlsInsecure(cluster, context) || undefined,
      'proxy-url': proxyOf(cluster, policy),
    },
  };
}
