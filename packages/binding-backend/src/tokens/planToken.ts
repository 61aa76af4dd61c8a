/** Decides when a konnector's token is issued, renewed and revoked; pure. */
import { names } from '@klutch/bind-api';
import { backendNames } from '../backendNames';
import type { Revocation, TokenSecret, TokenState } from './tokenRecord';

/**
 * How long before the expiry of its token a konnector has to find the next one in its cluster namespace, in
 * milliseconds: the konnector, or the replica that writes the token, may just have restarted.
 */
export const renewalMargin = 2 * 60_000;

/** Input of the decision. */
export interface TokenFacts {
  /** Milliseconds since 1970. */
  now: number;
  /** Recorded token, if any. */
  state?: TokenState;
  /**
   * Recorded revocation, if any, and the time from which the next token may be published where revoked tokens could
   * read.
   */
  revocation?: Revocation & { publishAfter: number };
  /** Whether the kubeconfig secret was deleted, whether this backend or another one created it. */
  wasDeleted: boolean;
  /** Whether the kubeconfig secret contains a kubeconfig for the cluster namespace. */
  isStored: boolean;
  /** Current UID of the Secret that `state` names; undefined when the Secret is gone. */
  boundUid?: string;
  /** Current UID of the service account. */
  serviceAccountUid: string;
  /**
   * Whether an authenticated user requests the token by binding, refreshing or redeeming a join token. False for the
   * controller.
   */
  isRequested: boolean;
}

/** How to issue a new token. */
export interface IssuePlan {
  action: 'issue';
  /** Name of the Secret to bind the new token to. */
  secretName: string;
  /** The previous token, which stays valid beside the new one. */
  overlap?: NonNullable<TokenState['previous']>;
  /** Secrets of tokens to revoke before. */
  secretsToDelete?: readonly TokenSecret[];
  /** Until then only the caller receives the token; milliseconds since 1970. */
  publishAfter?: number;
}

/** What to do with a token, and when to check again. */
export type TokenPlan =
  | IssuePlan
  | {
      action: 'keep';
      /** The state to record: without the previous token, once that has expired. */
      state: TokenState;
      /** Secret of an expired token. */
      secretToDelete?: TokenSecret;
      /** Milliseconds since 1970. */
      nextCheckAt: number;
    }
  | {
      /** A token was revoked by deletion: record the revocation, and the Secrets to delete. */
      action: 'revoke';
      /** Message about what was deleted. */
      reason: string;
    }
  | {
      /** No token is issued before a user requests one. */
      action: 'skip';
      /** Secrets that may still hold a token to revoke. */
      secretsToDelete: readonly TokenSecret[];
    };

const renewalTime = ({ issuedAt, expiresAt }: TokenState) =>
  issuedAt + (expiresAt - issuedAt) / 2;

const [firstSecret, secondSecret] = backendNames.tokenSecrets;
const otherSecret = (name: string) =>
  name === firstSecret ? secondSecret : firstSecret;

/**
 * While the previous token is valid, its Secret is not reused: the new token shares the Secret of the current one. So
 * each Secret is deleted when the last token bound to it has expired.
 */
const planRenewal = (
  { expiresAt, previous, secret }: TokenState,
  now: number,
): IssuePlan => {
  if (previous && previous.expiresAt > now) {
    return { action: 'issue', secretName: secret.name, overlap: previous };
  }
  return {
    action: 'issue',
    secretName: otherSecret(secret.name),
    ...(expiresAt > now && { overlap: { secret, expiresAt } }),
  };
};

/** Undefined while the token is valid. */
const revocationReason = (
  { boundUid, serviceAccountUid }: TokenFacts,
  { secret, ...state }: TokenState,
): string | undefined => {
  if (state.serviceAccountUid !== serviceAccountUid) {
    return `Its service account ${names.binder} was deleted.`;
  }
  return secret.uid === boundUid
    ? undefined
    : `Secret ${secret.name}, which its newest token was bound to, was deleted.`;
};

/**
 * The holder of a revoked token may still be reading the kubeconfig secret: the next token is issued on request only,
 * and not through that secret.
 */
const planRevoked = (
  { isRequested, now }: TokenFacts,
  { publishAfter, secrets }: NonNullable<TokenFacts['revocation']>,
): TokenPlan => {
  if (!isRequested) return { action: 'skip', secretsToDelete: secrets };
  return {
    action: 'issue',
    secretName: firstSecret,
    secretsToDelete: secrets,
    ...(publishAfter > now && { publishAfter }),
  };
};

/**
 * A token is issued when there is none, and renewed after half of its lifetime, where the old one stays valid until its
 * own expiry. The deletion of its Secret, its service account or the kubeconfig secret counts as a revocation, which is
 * recorded before anything else; after a revocation a token is issued on request only.
 */
export const planToken = (facts: TokenFacts): TokenPlan => {
  const { isRequested, now, revocation, state, isStored, wasDeleted } = facts;
  if (revocation) return planRevoked(facts, revocation);
  if (!state) {
    return wasDeleted
      ? {
          action: 'revoke',
          reason: `Secret ${names.kubeconfigSecret} was deleted.`,
        }
      : { action: 'issue', secretName: firstSecret };
  }
  const reason = revocationReason(facts, state);
  if (reason) return { action: 'revoke', reason };
  const { previous, publishAfter = 0, ...withoutPrevious } = state;
  if (publishAfter > now) {
    return isRequested
      ? { action: 'issue', secretName: state.secret.name, publishAfter }
      : { action: 'keep', state, nextCheckAt: publishAfter };
  }
  const renewal = renewalTime(state);
  if (!isStored || now >= renewal) return planRenewal(state, now);
  if (!previous) return { action: 'keep', state, nextCheckAt: renewal };
  return previous.expiresAt <= now
    ? {
        action: 'keep',
        state: withoutPrevious,
        secretToDelete: previous.secret,
        nextCheckAt: renewal,
      }
    : {
        action: 'keep',
        state,
        nextCheckAt: Math.min(renewal, previous.expiresAt),
      };
};
