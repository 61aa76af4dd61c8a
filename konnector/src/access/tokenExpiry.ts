/** How long the credentials of a kubeconfig last, and what to say when they have ended. Pure. */
import { falseVerdict, type Verdict } from '../conditions/verdict';
import type { KubeConfig } from './connect';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';

/** What a token says about its own end. */
export type TokenExpiry =
  | { expires: 'at'; expiresAt: Date; issuedAt?: Date }
  /** It is a JSON Web Token without an end: whoever has it can use it for ever. */
  | { expires: 'never' }
  /** No JSON Web Token, or no token at all. */
  | { expires: 'unknown' };

/** @param seconds - since 1970, as a claim of a token says. */
function dateOf(seconds: unknown): Date | undefined {
  const date =
    typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Reads the end from the token of a kubeconfig's current user. Nothing vouches for what it says. */
export function tokenExpiryOf(kubeConfig: KubeConfig): TokenExpiry {
  const parts = kubeConfig.getCurrentUser()?.token?.split('.') ?? [];
  const [, payload] = parts;
  if (parts.length !== 3 || !payload) return { expires: 'unknown' };
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return { expires: 'unknown' };
  }
  if (typeof claims !== 'object' || claims === null)
    return { expires: 'unknown' };
  const { exp, iat } = claims as { exp?: unknown; iat?: unknown };
  if (exp === undefined) return { expires: 'never' };
  const expiresAt = dateOf(exp);
  const issuedAt = dateOf(iat);
  return expiresAt
    ? { expires: 'at', expiresAt, ...(issuedAt && { issuedAt }) }
    : { expires: 'unknown' };
}

/** Binding backends renew a token at half of its life; the rest of this share is for the new one to arrive. */
const renewalDeadlineShare = 0.55;

/** From when on a token that is still in use was not renewed in time; undefined: it does not tell. */
export const renewalOverdueAt = (expiry: TokenExpiry): Date | undefined => {
  if (expiry.expires !== 'at' || !expiry.issuedAt) return undefined;
  const from = expiry.issuedAt.getTime();
  return new Date(
    from + (expiry.expiresAt.getTime() - from) * renewalDeadlineShare,
  );
};

const remedies: Record<ClusterDisplayName, string> = {
  'control plane':
    'For new credentials bind again in the portal, or run: kubectl klutch bind --refresh',
  'app cluster':
    'Put a new kubeconfig into the Secret that the AppClusterBinding names.',
};

const whyNotRenewed: Record<ClusterDisplayName, string> = {
  'control plane':
    " Unless another condition says why, the control plane's binding backend is away, or renews no tokens, as that of the reference: then bind again with the reference's CLI.",
  'app cluster': '',
};

/**
 * What to say of a token that is in use after its {@link renewalOverdueAt}. The same until another one is in use.
 * @param expiresAt - of the token.
 * @param cluster - that the kubeconfig leads to.
 * @param where - that holds the kubeconfig, for people.
 */
export const tokenNotRenewed = (
  expiresAt: Date,
  cluster: ClusterDisplayName,
  where: string,
): string =>
  `The token in ${where} ends at ${expiresAt.toISOString()}. More than half of its life is over, and no other one is in use.${whyNotRenewed[cluster]} Sync stops when it ends. ${remedies[cluster]}`;

/**
 * What to say when a cluster accepts the credentials no more.
 * @param cluster - that the kubeconfig leads to.
 * @param where - that holds the kubeconfig, for people: `Secret klutch-bind/kubeconfig-x7k2p`.
 */
export function credentialsExpired(
  expiry: TokenExpiry,
  cluster: ClusterDisplayName,
  where: string,
  now: Date,
): Verdict {
  const ended =
    expiry.expires === 'at' && expiry.expiresAt <= now
      ? `ended at ${expiry.expiresAt.toISOString()}`
      : `are refused by the ${cluster}`;
  return falseVerdict(
    'CredentialsEnded',
    `The credentials in ${where} ${ended}. Objects and their copies stay as they are, and sync goes on with new credentials. ${remedies[cluster]}`,
  );
}
