/** What conditions make of failures: they report persistent ones, and are silent about transient ones. */
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
import type { ClaimStatus } from '../claims/relatedObjects';
import type { OpenedSecret, ClusterCredentials } from './openSecret';
import { falseVerdict, type Verdict } from '../conditions/verdict';

/** Reason of the condition of a binding that has a claim which nothing comes of. */
const claimNotServed = 'ClaimNotServed';

/** When to look at the life of a token again at the latest; milliseconds. */
const longestWaitMs = 24 * 3_600_000;

/** A transient failure leaves the condition as it was. @param reason - of the condition. */
export function failureVerdict(
  failure: Failure | undefined,
  context: ReconcileContext,
  reason: string = reasons.informerSyncTimeout,
): Verdict | undefined {
  if (!failure) return { ok: true };
  return isPersistent(failure, context)
    ? falseVerdict(reason, failure.message)
    : undefined;
}

/** What has not been looked at is unknown, and so is whether a transient failure persists. */
export const servedVerdict = (
  { isKnown, failure }: ClaimStatus,
  context: ReconcileContext,
): Verdict | 'unknown' =>
  (isKnown && failureVerdict(failure, context, claimNotServed)) || 'unknown';

function isPersistent(failure: Failure, context: ReconcileContext): boolean {
  const remainingMs = msUntilPersistent(failure);
  if (remainingMs > 0) context.requeueAfter(remainingMs);
  return remainingMs <= 0;
}

const secretLabel = (spec: APIServiceBinding['spec']) =>
  spec ? `Secret ${idOf(spec.kubeconfigSecretRef)}` : '';

/** Whether the kubeconfig works is the word of the cluster it leads to, as well as ours. */
export function secretVerdict(
  { credentials, secretValid }: OpenedSecret & { ok: true },
  { spec }: APIServiceBinding,
  context: ReconcileContext,
): Verdict {
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

/** That the token in use was not renewed in time, in words; false while there is time, and where it does not tell. */
export function renewalVerdict(
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

/** Whether the token in use never ends. */
export const isNonExpiring = ({ kubeConfig }: ClusterCredentials): boolean =>
  tokenExpiryOf(kubeConfig).expires === 'never';
