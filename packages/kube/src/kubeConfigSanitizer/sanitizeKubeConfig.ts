// Takes a kubeconfig in that somebody gave: credentials in it only, and no way to where it may not lead; pure.
import { stringify } from 'yaml';
import { currentContext } from './currentContext';
import { SanitizeContext, KubeConfigWarning } from './SanitizeContext';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { readDocument } from './readDocument';
import { sanitizeCluster } from './sanitizeCluster';
import { sanitizeUser } from './sanitizeUser';

/** A kubeconfig that can be used. */
export interface SanitizedKubeConfig {
  /**
   * YAML with one cluster, user and context, and in them only what the policy allows: the server's address, certificate
   * authority and `tls-server-name`, and credentials. Taking it in again gives the same.
   */
  kubeconfig: string;
  /** Host name or IP address of the server, without brackets. */
  host: string;
  /** What its owner should know. */
  warnings: KubeConfigWarning[];
}

const name = 'default';

/**
 * Reduces a kubeconfig to its current context, and that to what may be used. Looks at the text only: where a host name
 * leads to is checked at each connection, by {@link guardedLookup}.
 *
 * @param yaml - the whole file, YAML or JSON
 * @param policy - what it may ask for, by where it comes from; one of `kubeConfigPolicies` or made from one
 * @param now - against which the ends of credentials are held
 * @throws KubeconfigRefusedError with the reason, in words that say what to do; never quotes the file
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
      // Quoted and unfolded, every reader of YAML of whatever version takes a value for the same text.
      {
        defaultStringType: 'QUOTE_DOUBLE',
        defaultKeyType: 'PLAIN',
        lineWidth: 0,
      },
    ),
  };
}
