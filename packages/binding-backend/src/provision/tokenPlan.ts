/** When a konnector's token is made, renewed and ended. Decisions only; nothing here talks to a cluster. */
import type { Secret } from '@klutch/kube';
import { backendNames, tokenAnnotations as keys } from '../backendNames';

/** One of the two Secrets that tokens are bound to. */
export interface TokenSecret {
  name: string;
  uid: string;
}

/** What is recorded on the kubeconfig secret about its token. */
export interface TokenState {
  /** The Secret the token is bound to: deleting it ends the token. */
  secret: TokenSecret;
  /** The service account the token stands for. */
  serviceAccountUid: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The token before this one, while it is still good. */
  previous?: { secret: TokenSecret; expiresAt: number };
  /** When all of these tokens were ended; milliseconds since 1970. */
  revokedAt?: number;
  /** The token was handed to whoever asked for it and is in no Secret; milliseconds since 1970. */
  withheldUntil?: number;
}

/**
 * For how long after a revocation no token is put where the revoked ones could read, in milliseconds. Watches outlive
 * the token they were opened with: an API server ends them after 30 to 60 minutes.
 */
export const withholding = 61 * 60_000;

const time = (milliseconds: number) => new Date(milliseconds).toISOString();
const timeOrNone = (milliseconds: number | undefined) =>
  milliseconds === undefined ? null : time(milliseconds);

/** The state as annotations; `null` removes one, so that this works in a merge patch. */
export const tokenStateAnnotations = (
  state: TokenState,
): Record<string, string | null> => ({
  [keys.secret]: state.secret.name,
  [keys.secretUid]: state.secret.uid,
  [keys.serviceAccountUid]: state.serviceAccountUid,
  [keys.issuedAt]: time(state.issuedAt),
  [keys.expiresAt]: time(state.expiresAt),
  [keys.previousSecret]: state.previous?.secret.name ?? null,
  [keys.previousSecretUid]: state.previous?.secret.uid ?? null,
  [keys.previousExpiresAt]: timeOrNone(state.previous?.expiresAt),
  [keys.revokedAt]: timeOrNone(state.revokedAt),
  [keys.withheldUntil]: timeOrNone(state.withheldUntil),
});

/** Reads the state back; undefined when it is incomplete, as on a secret that another backend wrote. */
export const readTokenState = (
  secret: Pick<Secret, 'metadata'> | undefined,
): TokenState | undefined => {
  const found = secret?.metadata.annotations ?? {};
  const name = found[keys.secret];
  const uid = found[keys.secretUid];
  const serviceAccountUid = found[keys.serviceAccountUid];
  const issuedAt = Date.parse(found[keys.issuedAt] ?? '');
  const expiresAt = Date.parse(found[keys.expiresAt] ?? '');
  if (!name || !uid || !serviceAccountUid || !(expiresAt > issuedAt)) {
    return undefined;
  }
  const previousName = found[keys.previousSecret];
  const previousUid = found[keys.previousSecretUid];
  const previousEnd = Date.parse(found[keys.previousExpiresAt] ?? '');
  const revokedAt = Date.parse(found[keys.revokedAt] ?? '');
  const withheldUntil = Date.parse(found[keys.withheldUntil] ?? '');
  return {
    secret: { name, uid },
    serviceAccountUid,
    issuedAt,
    expiresAt,
    ...(previousName &&
      previousUid &&
      !Number.isNaN(previousEnd) && {
        previous: {
          secret: { name: previousName, uid: previousUid },
          expiresAt: previousEnd,
        },
      }),
    ...(!Number.isNaN(revokedAt) && { revokedAt }),
    ...(!Number.isNaN(withheldUntil) && { withheldUntil }),
  };
};

/** The Secrets of all tokens that may still be good. */
export const secretsOf = ({ secret, previous }: TokenState): TokenSecret[] =>
  previous ? [secret, previous.secret] : [secret];

/** What is known when the decision is made. */
export interface TokenFacts {
  /** Milliseconds since 1970. */
  now: number;
  /** Recorded state, if there is one. */
  state?: TokenState;
  /** Whether the kubeconfig secret is there, from this backend or another. */
  found: boolean;
  /** Whether a kubeconfig for the cluster namespace is in the kubeconfig secret. */
  stored: boolean;
  /** UID of the Secret that `state` names, as it is now; undefined when it is gone. */
  boundUid?: string;
  /** UID of the service account as it is now. */
  serviceAccountUid: string;
  /** Somebody who has shown who they are wants it: they bind, refresh, or pick up. False for the controller. */
  asked: boolean;
}

/** What to do about a token, and when to look again. */
export type TokenPlan =
  | {
      action: 'issue';
      /** Name of the Secret to bind the new token to. */
      into: string;
      /** The token to keep good beside the new one. */
      overlap?: NonNullable<TokenState['previous']>;
      /** Secrets of tokens that end before. */
      end?: readonly TokenSecret[];
      /** Until then it is for whoever asked, alone; milliseconds since 1970. */
      withheldUntil?: number;
    }
  | {
      action: 'keep';
      /** What is to stand recorded: without the token before, once its end has come. */
      state: TokenState;
      /** The Secret of a token whose end has come. */
      end?: TokenSecret;
      /** Milliseconds since 1970. */
      nextCheckAt: number;
    }
  | {
      /** Somebody ended the token: note that. */
      action: 'revoke';
    }
  | {
      /** Nothing is issued before somebody asks: the end is noted, or all that was known of tokens was deleted. */
      action: 'rest';
      /** Secrets of the tokens that have to end. */
      end: readonly TokenSecret[];
    };

const renewalTime = ({ issuedAt, expiresAt }: TokenState) =>
  issuedAt + (expiresAt - issuedAt) / 2;

const [firstSecret, secondSecret] = backendNames.tokenSecrets;
const otherSecret = (name: string) =>
  name === firstSecret ? secondSecret : firstSecret;

const whenRevoked = (facts: TokenFacts, state: TokenState) => {
  const { boundUid, now, serviceAccountUid } = facts;
  const isDead =
    state.serviceAccountUid !== serviceAccountUid ||
    state.secret.uid !== boundUid;
  return state.revokedAt ?? (isDead ? now : undefined);
};

/** Whoever held a revoked token may be looking still: others get the next one, and not by the kubeconfig secret. */
const planRevoked = (
  { asked, now }: TokenFacts,
  state: TokenState,
  revokedAt: number,
): TokenPlan => {
  if (asked) {
    const withheldUntil = revokedAt + withholding;
    return {
      action: 'issue',
      into: firstSecret,
      end: secretsOf(state),
      ...(withheldUntil > now && { withheldUntil }),
    };
  }
  return state.revokedAt === undefined
    ? { action: 'revoke' }
    : { action: 'rest', end: secretsOf(state) };
};

/**
 * A token is made when there is none, and at half of its life, where the old one stays good until its own end. One that
 * was revoked (as is noted, or because its Secret or service account is gone) gets a successor only when somebody asks.
 */
export const planToken = (facts: TokenFacts): TokenPlan => {
  const { asked, found, now, state, stored } = facts;
  if (!state) {
    return asked || found
      ? { action: 'issue', into: firstSecret }
      : { action: 'rest', end: [] };
  }
  const revokedAt = whenRevoked(facts, state);
  if (revokedAt !== undefined) return planRevoked(facts, state, revokedAt);
  const { previous, withheldUntil = 0, ...alone } = state;
  if (withheldUntil > now) {
    return asked
      ? { action: 'issue', into: state.secret.name, withheldUntil }
      : { action: 'keep', state, nextCheckAt: withheldUntil };
  }
  const renewal = renewalTime(state);
  if (!stored || now >= renewal) {
    return {
      action: 'issue',
      into: otherSecret(state.secret.name),
      ...(state.expiresAt > now && {
        overlap: { secret: state.secret, expiresAt: state.expiresAt },
      }),
    };
  }
  if (!previous) return { action: 'keep', state, nextCheckAt: renewal };
  return previous.expiresAt <= now
    ? {
        action: 'keep',
        state: alone,
        end: previous.secret,
        nextCheckAt: renewal,
      }
    : {
        action: 'keep',
        state,
        nextCheckAt: Math.min(renewal, previous.expiresAt),
      };
};
