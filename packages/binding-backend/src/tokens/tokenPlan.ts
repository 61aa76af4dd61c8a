/** When a konnector's token is made, renewed and ended. Decisions only; nothing here talks to a cluster. */
import { names } from '@klutch/bind-api';
import { backendNames } from '../backendNames';
import type { Revocation, TokenSecret, TokenState } from './tokenRecord';

/**
 * How long before its token ends a konnector has to find the next one in its cluster namespace, in milliseconds: it, or
 * the replica that puts it there, may have just begun anew.
 */
export const renewalMargin = 2 * 60_000;

/** What is known when the decision is made. */
export interface TokenFacts {
  /** Milliseconds since 1970. */
  now: number;
  /** Recorded token, if there is one. */
  state?: TokenState;
  /** That all were ended, if that is recorded; and from when on the next may be where they could read. */
  revocation?: Revocation & { publishAfter: number };
  /** The kubeconfig secret is gone, from this backend or another. */
  wasDeleted: boolean;
  /** Whether a kubeconfig for the cluster namespace is in the kubeconfig secret. */
  isStored: boolean;
  /** UID of the Secret that `state` names, as it is now; undefined when it is gone. */
  boundUid?: string;
  /** UID of the service account as it is now. */
  serviceAccountUid: string;
  /** Somebody who has shown who they are wants it: they bind, refresh, or pick up. False for the controller. */
  isRequested: boolean;
}

/** How a new token is to be made. */
export interface IssuePlan {
  action: 'issue';
  /** Name of the Secret to bind the new token to. */
  secretName: string;
  /** The token to keep good beside the new one. */
  overlap?: NonNullable<TokenState['previous']>;
  /** Secrets of tokens that end before. */
  secretsToDelete?: readonly TokenSecret[];
  /** Until then it is for whoever asked, alone; milliseconds since 1970. */
  publishAfter?: number;
}

/** What to do about a token, and when to look again. */
export type TokenPlan =
  | IssuePlan
  | {
      action: 'keep';
      /** What is to stand recorded: without the token before, once its end has come. */
      state: TokenState;
      /** The Secret of a token whose end has come. */
      secretToDelete?: TokenSecret;
      /** Milliseconds since 1970. */
      nextCheckAt: number;
    }
  | {
      /** Somebody ended the token: note that, and what there is to end. */
      action: 'revoke';
      /** What somebody deleted, in words. */
      reason: string;
    }
  | {
      /** Nothing is issued before somebody asks. */
      action: 'skip';
      /** What may still hold a token that has to end. */
      secretsToDelete: readonly TokenSecret[];
    };

const renewalTime = ({ issuedAt, expiresAt }: TokenState) =>
  issuedAt + (expiresAt - issuedAt) / 2;

const [firstSecret, secondSecret] = backendNames.tokenSecrets;
const otherSecret = (name: string) =>
  name === firstSecret ? secondSecret : firstSecret;

/**
 * While the one before it is good, its Secret is not used again: the new token shares the Secret of the current one. So
 * each Secret goes when the last token that is bound to it has ended.
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

/** Undefined while the token is good. */
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

/** Whoever held a revoked token may be looking still: others get the next one, and not by the kubeconfig secret. */
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
 * A token is made when there is none, and at half of its life, where the old one stays good until its own end. That its
 * Secret, its service account or the kubeconfig secret is gone counts as a revocation, which is noted before anything
 * else; after one, only somebody who asks gets a token.
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
