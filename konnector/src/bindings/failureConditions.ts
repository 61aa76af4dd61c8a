/** Conditions for failures: persistent failures are reported, transient ones are not. */
import {
  conditionReasons as reasons,
  type APIServiceBinding,
} from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import {
  credentialsExpired,
  renewalOverdueAt,
  tokenExpiryOf,
  tokenNotRenewed,
} from '../access/tokenExpiry';
import { idOf } from '../singleObjectWatches';
import { msUntilPersistent, type Failure } from '../failure';
import type { ClaimStatus } from '../claims/ClaimedTypes';
import type { OpenedSecret, ClusterCredentials } from './openSecret';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';

/** Reason of the condition of a binding with a claim that is not served. */
const claimNotServed = 'ClaimNotServed';

/** Longest delay until the expiry of a token is checked again; milliseconds. */
const longestWaitMs = 24 * 3_600_000;

/**
 * Result for a failure; undefined for a transient failure, which leaves the condition unchanged.
 * @param reason - of the condition.
 */
export function failureCondition(
  failure: Failure | undefined,
  context: ReconcileContext,
  reason: string = reasons.informerSyncTimeout,
): ConditionResult | undefined {
  if (!failure) return { ok: true };
  return isPersistent(failure, context)
    ? falseCondition(reason, failure.message)
    : undefined;
}

/** Result for claims; unknown before the first sync and during a transient failure. */
export const servedCondition = (
  { isKnown, failure }: ClaimStatus,
  context: ReconcileContext,
): ConditionResult | 'unknown' =>
  (isKnown && failureCondition(failure, context, claimNotServed)) || 'unknown';

function isPersistent(failure: Failure, context: ReconcileContext): boolean {
  const remainingMs = msUntilPersistent(failure);
  if (remainingMs > 0) context.requeueAfter(remainingMs);
  return remainingMs <= 0;
}

const secretLabel = (spec: APIServiceBinding['spec']) =>
  spec ? `Secret ${idOf(spec.kubeconfigSecretRef)}` : '';

/** Result for the kubeconfig: also false when the target cluster refuses the credentials. */
export function secretCondition(
  { credentials, secretValid }: OpenedSecret & { ok: true },
  { spec }: APIServiceBinding,
  context: ReconcileContext,
): ConditionResult {
  const { unauthorized } = credentials;
  if (!unauthorized || !isPersistent(unauthorized, context)) return secretValid;
  const expiry = tokenExpiryOf(credentials.kubeConfig);
  return credentialsExpired(
    expiry,
    credentials.cluster,
    secretLabel(spec),
    new Date(),
  );
}

/**
 * The message that the token in use was not renewed in time; false while renewal is not due, and for tokens without a
 * readable expiry.
 */
export function renewalCondition(
  { kubeConfig, cluster }: ClusterCredentials,
  { spec }: APIServiceBinding,
  context: ReconcileContext,
): { message: string } | false {
  const expiry = tokenExpiryOf(kubeConfig);
  const overdueAt = renewalOverdueAt(expiry);
  if (expiry.expires !== 'at' || !overdueAt) return false;
  const restMs = overdueAt.getTime() - Date.now();
  if (restMs <= 0) {
    return {
      message: tokenNotRenewed(expiry.expiresAt, cluster, secretLabel(spec)),
    };
  }
  context.requeueAfter(Math.min(restMs, longestWaitMs));
  return false;
}

/** Whether the token in use does not expire. */
export const isNonExpiring = ({ kubeConfig }: ClusterCredentials): boolean =>
  tokenExpiryOf(kubeConfig).expires === 'never';
