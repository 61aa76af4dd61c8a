/** How long the credentials of a kubeconfig last, and what to say when they have ended. Pure. */
import { because, type Verdict } from '../conditions/verdict';
import type { KubeConfig } from './connect';
import type { ClusterWord } from '../feedback/ClusterWord';

/** What a token says about its own end. */
export type TokenLife =
  | { ends: 'at'; at: Date; issuedAt?: Date }
  /** It is a JSON Web Token without an end: whoever has it can use it for ever. */
  | { ends: 'never' }
  /** No JSON Web Token, or no token at all. */
  | { ends: 'unknown' };

/** @param seconds - since 1970, as a claim of a token says. */
function dateOf(seconds: unknown): Date | undefined {
  const date =
    typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Reads the end from the token of a kubeconfig's current user. Nothing vouches for what it says. */
export function tokenLifeOf(kubeConfig: KubeConfig): TokenLife {
  const parts = kubeConfig.getCurrentUser()?.token?.split('.') ?? [];
  const [, payload] = parts;
  if (parts.length !== 3 || !payload) return { ends: 'unknown' };
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return { ends: 'unknown' };
  }
  if (typeof claims !== 'object' || claims === null) return { ends: 'unknown' };
  const { exp, iat } = claims as { exp?: unknown; iat?: unknown };
  if (exp === undefined) return { ends: 'never' };
  const at = dateOf(exp);
  const issuedAt = dateOf(iat);
  return at
    ? { ends: 'at', at, ...(issuedAt && { issuedAt }) }
    : { ends: 'unknown' };
}

/** Binding backends renew a token at half of its life; the rest of this share is for the new one to arrive. */
const renewedAtShare = 0.55;

/** From when on a token that is still in use was not renewed in time; undefined: it does not tell. */
export const renewalOverdueAt = (life: TokenLife): Date | undefined => {
  if (life.ends !== 'at' || !life.issuedAt) return undefined;
  const from = life.issuedAt.getTime();
  return new Date(from + (life.at.getTime() - from) * renewedAtShare);
};

const remedies: Record<ClusterWord, string> = {
  'control plane':
    'For new credentials bind again in the portal, or run: kubectl klutch bind --refresh',
  'app cluster':
    'Put a new kubeconfig into the Secret that the AppClusterBinding names.',
};

const whyNotRenewed: Record<ClusterWord, string> = {
  'control plane':
    " Unless another condition says why, the control plane's binding backend is away, or renews no tokens, as that of the reference: then bind again with the reference's CLI.",
  'app cluster': '',
};

/**
 * What to say of a token that is in use after its {@link renewalOverdueAt}. The same until another one is in use.
 * @param ends - of the token.
 * @param cluster - that the kubeconfig leads to.
 * @param where - that holds the kubeconfig, for people.
 */
export const tokenNotRenewed = (
  ends: Date,
  cluster: ClusterWord,
  where: string,
): string =>
  `The token in ${where} ends at ${ends.toISOString()}. More than half of its life is over, and no other one is in use.${whyNotRenewed[cluster]} Sync stops when it ends. ${remedies[cluster]}`;

/**
 * What to say when a cluster accepts the credentials no more.
 * @param cluster - that the kubeconfig leads to.
 * @param where - that holds the kubeconfig, for people: `Secret klutch-bind/kubeconfig-x7k2p`.
 */
export function credentialsEnded(
  life: TokenLife,
  cluster: ClusterWord,
  where: string,
  now: Date,
): Verdict {
  const ended =
    life.ends === 'at' && life.at <= now
      ? `ended at ${life.at.toISOString()}`
      : `are refused by the ${cluster}`;
  return because(
    'CredentialsEnded',
    `The credentials in ${where} ${ended}. Objects and their copies stay as they are, and sync goes on with new credentials. ${remedies[cluster]}`,
  );
}
