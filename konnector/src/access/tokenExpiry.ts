/** Expiry of a kubeconfig's token, and the messages about it. Pure. */
import { readTokenTimes } from '@klutch/kube';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import type { KubeConfig } from './connect';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';

/** Expiry according to the token itself. */
export type TokenExpiry =
  | { expires: 'at'; expiresAt: Date; issuedAt?: Date }
  /** A JSON Web Token without `exp`. */
  | { expires: 'never' }
  /** Not a JSON Web Token, or no token at all. */
  | { expires: 'unknown' };

/** Reads the expiry from the token of the kubeconfig's current user. The signature is not verified. */
export function tokenExpiryOf(kubeConfig: KubeConfig): TokenExpiry {
  const times = readTokenTimes(kubeConfig.getCurrentUser()?.token ?? '');
  if (!times) return { expires: 'unknown' };
  const { expiresAt, issuedAt } = times;
  return expiresAt
    ? { expires: 'at', expiresAt, ...(issuedAt && { issuedAt }) }
    : { expires: 'never' };
}

/** Binding backends renew a token at half of its lifetime; the remaining 5 % allow for the delivery. */
const renewalDeadlineShare = 0.55;

/** When a token that is still in use counts as not renewed; undefined when the token has no `exp` or `iat`. */
export const renewalOverdueAt = (expiry: TokenExpiry): Date | undefined => {
  if (expiry.expires !== 'at' || !expiry.issuedAt) return undefined;
  const from = expiry.issuedAt.getTime();
  return new Date(
    from + (expiry.expiresAt.getTime() - from) * renewalDeadlineShare,
  );
};

const remedies: Record<ClusterDisplayName, string> = {
  'control plane':
    'For new credentials, bind again in the portal or run: kubectl klutch bind <url> --refresh',
  'app cluster':
    'Put a new kubeconfig into the Secret that the AppClusterBinding names.',
};

const whyNotRenewed: Record<ClusterDisplayName, string> = {
  'control plane':
    " Unless another condition gives a reason, the control plane's binding backend is unavailable or does not renew tokens, like the reference's backend: then bind again with the reference's CLI.",
  'app cluster': '',
};

/**
 * Message about a token that is in use after its {@link renewalOverdueAt}. Stable until another token is in use.
 * @param expiresAt - expiry of the token.
 * @param cluster - the kubeconfig's cluster.
 * @param where - name of the Secret with the kubeconfig, for messages.
 */
export const tokenNotRenewed = (
  expiresAt: Date,
  cluster: ClusterDisplayName,
  where: string,
): string =>
  `The token in ${where} expires at ${expiresAt.toISOString()}. More than half of its lifetime is over, and no newer token is in use.${whyNotRenewed[cluster]} Sync stops when the token expires. ${remedies[cluster]}`;

/**
 * Result for a cluster that no longer accepts the credentials.
 * @param cluster - the kubeconfig's cluster.
 * @param where - name of the Secret with the kubeconfig, for messages: `Secret klutch-bind/kubeconfig-x7k2p`.
 */
export function credentialsExpired(
  expiry: TokenExpiry,
  cluster: ClusterDisplayName,
  where: string,
  now: Date,
): ConditionResult {
  const ended =
    expiry.expires === 'at' && expiry.expiresAt <= now
      ? `expired at ${expiry.expiresAt.toISOString()}`
      : `are rejected by the ${cluster}`;
  return falseCondition(
    'CredentialsExpired',
    `The credentials in ${where} ${ended}. Objects and their copies stay as they are; sync continues with new credentials. ${remedies[cluster]}`,
  );
}
