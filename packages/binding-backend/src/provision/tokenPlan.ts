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
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString();

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
  [keys.previousExpiresAt]: state.previous
    ? time(state.previous.expiresAt)
    : null,
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
  };
};

/** What is known when the decision is made. */
export interface TokenFacts {
  /** Milliseconds since 1970. */
  now: number;
  /** Recorded state; undefined when there is none, or no kubeconfig to go with it. */
  state?: TokenState;
  /** UID of the Secret that `state` names, as it is now; undefined when it is gone. */
  boundUid?: string;
  /** UID of the service account as it is now. */
  serviceAccountUid: string;
}

/** What to do about a token, and when to look again. */
export type TokenPlan =
  | {
      action: 'issue';
      /** Name of the Secret to bind the new token to. */
      into: string;
      /** The token to keep good beside the new one. */
      overlap?: NonNullable<TokenState['previous']>;
    }
  | {
      action: 'keep';
      /** What is to stand recorded: without the token before, once its end has come. */
      state: TokenState;
      /** The Secret of a token whose end has come. */
      end?: TokenSecret;
      /** Milliseconds since 1970. */
      nextCheckAt: number;
    };

const renewalTime = ({ issuedAt, expiresAt }: TokenState) =>
  issuedAt + (expiresAt - issuedAt) / 2;

const [firstSecret, secondSecret] = backendNames.tokenSecrets;
const otherSecret = (name: string) =>
  name === firstSecret ? secondSecret : firstSecret;

/**
 * A token is made when there is none, when it was revoked (its Secret or service account is gone) and at half of its
 * life. At half-life the old one stays good until its own end; a revoked one never does.
 */
export const planToken = (facts: TokenFacts): TokenPlan => {
  const { now, state, boundUid, serviceAccountUid } = facts;
  if (!state) return { action: 'issue', into: firstSecret };
  if (state.serviceAccountUid !== serviceAccountUid) {
    return { action: 'issue', into: otherSecret(state.secret.name) };
  }
  if (state.secret.uid !== boundUid) {
    return {
      action: 'issue',
      into: state.secret.name,
      ...(state.previous &&
        state.previous.expiresAt > now && { overlap: state.previous }),
    };
  }
  if (now >= renewalTime(state)) {
    return {
      action: 'issue',
      into: otherSecret(state.secret.name),
      ...(state.expiresAt > now && {
        overlap: { secret: state.secret, expiresAt: state.expiresAt },
      }),
    };
  }
  const { previous, ...alone } = state;
  const renewal = renewalTime(state);
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
