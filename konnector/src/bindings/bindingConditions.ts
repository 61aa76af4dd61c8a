/** What is observed about a binding, as results for its conditions. Pure, but for the delays that are requested. */
import {
  conditionReasons as reasons,
  getCondition,
  syncedVersion,
  type APIServiceBinding,
  type APIServiceExport,
} from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import {
  credentialsExpired,
  renewalOverdueAt,
  tokenExpiryOf,
  tokenNotRenewed,
} from '../access/tokenExpiry';
import type { ClaimStatus } from '../claims/ClaimedTypes';
import type { BindingState } from '../conditions/bindingStatus';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import type { Pause } from '../deletion/breaker/BindingBreaker';
import { parseApproval } from '../deletion/breaker/deletionRecord';
import { msUntilPersistent, type Failure } from '../failure';
import { annotations, conditions } from '../markers';
import { idOf } from '../singleObjectWatches';
import type { OpenedSecret, ClusterCredentials } from './openSecret';

/** Why no data may be written or deleted for now; undefined when the binding is not suspended. */
export function suspendedCondition({
  metadata,
}: APIServiceBinding): ConditionResult | undefined {
  return metadata.annotations?.[annotations.suspend] === 'true'
    ? falseCondition(
        'Suspended',
        `This binding is suspended: nothing is written or deleted on either side, and pending deletions wait. To resume, remove the annotation ${annotations.suspend}.`,
        'Info',
      )
    : undefined;
}

/** Reason of {@link deletionsPausedCondition}. */
export const deletionsPaused = 'DeletionsPaused';

/** Undefined while no deletion is paused. */
export function deletionsPausedCondition(
  { metadata }: APIServiceBinding,
  pause: Pause | undefined,
): ConditionResult | undefined {
  if (!pause) return undefined;
  const { waiting, examples, limit, windowMs } = pause;
  const { namespace, name } = metadata;
  const wrong = metadata.annotations?.[annotations.approveDeletions];
  const where = namespace ? ` -n ${namespace}` : '';
  const more = waiting > examples.length ? ', …' : '';
  return falseCondition(
    deletionsPaused,
    [
      `Deletions wait for approval, because there were more than ${limit} within ${windowMs / 60_000} minutes; everything else is synced. ${waiting} wait`,
      waiting > 0 ? `: ${examples.join(', ')}${more}.` : '.',
      ` These are the objects with a deletionTimestamp, and claimed objects that are gone already. To delete that many copies for good: kubectl${where} annotate apiservicebinding ${name} ${annotations.approveDeletions}=${Math.max(waiting, 1)}. To keep a copy, annotate its object with ${annotations.deletion}=keep, or create the object again if it is gone.`,
      wrong !== undefined && parseApproval(wrong) === undefined
        ? ` The current value "${wrong.slice(0, 20)}" is not a number of deletions.`
        : '',
    ].join(''),
    'Warning',
  );
}

/**
 * @param name - of the API.
 * @param invalidReason - why the existing export is invalid, as a sentence; undefined when there is no export.
 */
export const noExportCondition = (
  name: string,
  invalidReason: string | undefined,
): ConditionResult =>
  invalidReason === undefined
    ? falseCondition(
        reasons.apiServiceExportNotFound,
        `The control plane does not export ${name} to this app cluster. Objects stay as they are. Request the API again, or delete this binding.`,
      )
    : falseCondition(
        reasons.apiServiceExportInvalid,
        `The export of ${name} on the control plane cannot be used, and objects stay as they are. ${invalidReason}`,
      );

/**
 * Why an export is not synced; undefined when it is.
 * @param name - of the API.
 * @param missingClaims - required claims that are not accepted, as shown to users.
 */
export function notServedCondition(
  name: string,
  apiExport: APIServiceExport,
  missingClaims: readonly string[] = [],
): ConditionResult | undefined {
  if (!syncedVersion(apiExport.spec)) {
    return falseCondition(
      reasons.apiServiceExportInvalid,
      `The export of ${name} serves no version.`,
    );
  }
  return missingClaims.length > 0
    ? falseCondition(
        'PermissionClaimNotAccepted',
        `The API needs permission claims that are not accepted: ${missingClaims.join(', ')}. Accept them in spec.permissionClaims of this binding.`,
        'Warning',
      )
    : undefined;
}

/** Result for claims that are not served; undefined when the binding has no condition on claims yet. */
export const claimsNotServed = (
  { status }: APIServiceBinding,
  why: ConditionResult,
): ConditionResult | undefined =>
  getCondition(status?.conditions, conditions.permissionClaimsServed) && why;

/** State of a binding that is not connected: earlier results for schema and claims no longer hold. */
export const notServedState = (
  binding: APIServiceBinding,
  why: ConditionResult,
): Pick<BindingState, 'connected' | 'schemaInSync' | 'claimsServed'> => ({
  connected: why,
  schemaInSync: why,
  claimsServed: claimsNotServed(binding, why),
});

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
  return isPersistentElseRequeue(failure, context)
    ? falseCondition(reason, failure.message)
    : undefined;
}

/** Result for claims; unknown before the first sync and during a transient failure. */
export const servedCondition = (
  { isKnown, failure }: ClaimStatus,
  context: ReconcileContext,
): ConditionResult | 'unknown' =>
  (isKnown && failureCondition(failure, context, claimNotServed)) || 'unknown';

function isPersistentElseRequeue(
  failure: Failure,
  context: ReconcileContext,
): boolean {
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
  if (!unauthorized || !isPersistentElseRequeue(unauthorized, context))
    return secretValid;
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
