/** How long the credentials of a kubeconfig last, and what to say when they have ended. Pure. */
import { because, type Verdict } from '../conditions/verdict';
import type { KubeConfig } from './connect';
import type { ClusterWord } from '../feedback/ClusterWord';

/** What a token says about its own end. */
export type TokenLife =
  | { ends: 'at'; at: Date }
  /** It is a JSON Web Token without an end: whoever has it can use it for ever. */
  | { ends: 'never' }
  /** No JSON Web Token, or no token at all. */
  | { ends: 'unknown' };

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
  const { exp } = claims as { exp?: unknown };
  if (exp === undefined) return { ends: 'never' };
  const at = typeof exp === 'number' ? new Date(exp * 1000) : undefined;
  return at && !Number.isNaN(at.getTime())
    ? { ends: 'at', at }
    : { ends: 'unknown' };
}

const remedies: Record<ClusterWord, string> = {
  'control plane':
    'To get some, bind again in the portal, or run: kubectl klutch bind --refresh',
  'app cluster':
    'Put a new kubeconfig into the Secret that the AppClusterBinding names.',
};

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
