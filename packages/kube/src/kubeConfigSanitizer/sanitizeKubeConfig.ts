// Sanitizes a kubeconfig from an untrusted source: keeps only allowed credentials and servers. Pure.
import { stringify } from 'yaml';
import { currentContext } from './currentContext';
import { SanitizeContext, KubeConfigWarning } from './SanitizeContext';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { readDocument } from './readDocument';
import { sanitizeCluster } from './sanitizeCluster';
import { sanitizeUser } from './sanitizeUser';

/** A kubeconfig that can be used safely. */
export interface SanitizedKubeConfig {
  /**
   * YAML with one cluster, user and context, and only the fields that the policy allows: the server's address,
   * certificate authority and `tls-server-name`, and credentials. Sanitizing it again returns the same text.
   */
  kubeconfig: string;
  /** Host name or IP address of the server, without brackets. */
  host: string;
  /** Warnings for the owner of the kubeconfig. */
  warnings: KubeConfigWarning[];
}

const name = 'default';

/**
 * Reduces a kubeconfig to its current context, and that to the allowed fields. Checks the text only: the addresses of
 * a host name are checked at each connection, by {@link guardedLookup}.
 *
 * @param yaml - the whole file, YAML or JSON
 * @param policy - what the file may ask for; one of `kubeConfigPolicies` or made from one
 * @param now - present time, for checking the validity of credentials
 * @throws KubeconfigRefusedError with the reason, and a message that says what to do; never quotes the file
 */
export function sanitizeKubeConfig(
  yaml: string,
  policy: KubeConfigPolicy,
  now = new Date(),
): SanitizedKubeConfig {
  const { cluster, user } = currentContext(readDocument(yaml, policy.maxBytes));
  const context: SanitizeContext = { policy, now, warnings: [] };
  const sanitizedUser = sanitizeUser(user, context);
  const { fields: sanitizedCluster, host } = sanitizeCluster(cluster, context);
  return {
    host,
    warnings: context.warnings,
    kubeconfig: stringify(
      {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name, cluster: sanitizedCluster }],
        users: [{ name, user: sanitizedUser }],
        contexts: [{ name, context: { cluster: name, user: name } }],
        'current-context': name,
      },
      // Quoted and unfolded strings have the same value in every YAML version and parser.
      {
        defaultStringType: 'QUOTE_DOUBLE',
        defaultKeyType: 'PLAIN',
        lineWidth: 0,
      },
    ),
  };
}
