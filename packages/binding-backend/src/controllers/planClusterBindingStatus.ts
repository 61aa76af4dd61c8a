/** The conditions of a ClusterBinding, from the contents of the caches; pure. */
import {
  annotations,
  setCondition,
  summarizeReady,
  toKubernetesTime,
  type APIServiceNamespace,
  type ClusterBinding,
  type Condition,
  type NewCondition,
} from '@klutch/bind-api';
import type { RoleBinding, Secret } from '@klutch/kube';
import { backendConditions, backendReasons } from '../backendNames';
import { partialRevocationMessage } from '../tokens/partialRevocation';
import {
  readRevocation,
  readTokenState,
  type Revocation,
  type TokenState,
} from '../tokens/tokenRecord';
import { compareRoleBinding } from '../roles/ensureRoleBinding';
import type { MissingRights } from '../roles/rightsCheck';
import { clusterNamespaceRoleBinding } from '../roles/tenantRole';
import { classifyHeartbeat } from './classifyHeartbeat';

/** Observed state of an app cluster. */
export interface ClusterBindingFacts {
  binding: ClusterBinding;
  serviceNamespaces: readonly APIServiceNamespace[];
  /** `none` in control-plane mode, whose konnector needs no token. */
  token?: TokenState | 'none';
  /** Revocation of all tokens without a newer token. */
  revocation?: Revocation;
  /**
   * Whether the last revocation has not yet determined if a non-expiring token of the reference has to be revoked as
   * well.
   */
  isPartiallyRevoked?: boolean;
  /** Why rights on the exported APIs cannot be granted. */
  missingRights?: MissingRights;
}

const falseCondition = (
  type: string,
  reason: string,
  message: string,
): NewCondition => ({
  type,
  status: 'False',
  severity: 'Error',
  reason,
  message,
});

const rightsCondition = (missing: MissingRights | undefined): NewCondition => {
  const type = backendConditions.rightsGranted;
  return missing
    ? falseCondition(type, missing.reason, missing.message)
    : { type, status: 'True' };
};

const formatTime = (milliseconds: number) =>
  toKubernetesTime(new Date(milliseconds));

const tokenCondition = (
  token: TokenState | undefined,
  revocation: Revocation | undefined,
  now: Date,
): NewCondition => {
  const type = backendConditions.tokenIssued;
  if (revocation) {
    return falseCondition(
      type,
      backendReasons.tokensRevoked,
      `The konnector's tokens were revoked at ${formatTime(revocation.at)}. The konnector gets a new token when a user binds again, or refreshes its connection (kubectl klutch bind <url> --refresh).`,
    );
  }
  if (!token) {
    return falseCondition(
      type,
      backendReasons.tokenMissing,
      'There is no token for the konnector. If this persists, bind again, and check the log of the binding backend.',
    );
  }
  if (token.expiresAt <= now.getTime()) {
    return falseCondition(
      type,
      backendReasons.tokenExpired,
      "The konnector's token has expired and could not be renewed. Check the log of the binding backend.",
    );
  }
  const { expiresAt, issuedAt, publishAfter = 0 } = token;
  return publishAfter > now.getTime()
    ? {
        type,
        status: 'True',
        reason: backendReasons.tokenUnpublished,
        message: `Earlier tokens were revoked. The token issued at ${formatTime(issuedAt)} was given only to the user who bound or refreshed then; the next one is published in this namespace at ${formatTime(publishAfter)}. A konnector that does not report by then has no valid token: bind again, or refresh its connection (kubectl klutch bind <url> --refresh).`,
      }
    : {
        type,
        status: 'True',
        // The message stays correct when the backend stops and no token is renewed.
        message: `The konnector's token expires at ${formatTime(expiresAt)}; this backend issues the next one after half of its lifetime.`,
      };
};

/** As `tokenCondition`, plus an incomplete revocation: a token that should be revoked may still be valid. */
const partiallyRevokedCondition = (
  namespace: string,
  condition: NewCondition,
): NewCondition => {
  const partialMessage = partialRevocationMessage(namespace);
  const { message } = condition;
  return {
    ...condition,
    ...(condition.status === 'True' && {
      status: 'False',
      severity: 'Warning',
      reason: backendReasons.tokensPartiallyRevoked,
    }),
    message: message ? `${partialMessage} ${message}` : partialMessage,
  };
};

const tokenConditions = (
  {
    binding: { metadata },
    isPartiallyRevoked,
    revocation,
    token,
  }: ClusterBindingFacts,
  now: Date,
): NewCondition[] => {
  if (token === 'none') return [];
  const condition = tokenCondition(token, revocation, now);
  const { namespace = '' } = metadata;
  return [
    isPartiallyRevoked
      ? partiallyRevokedCondition(namespace, condition)
      : condition,
  ];
};

const namespacesCondition = (
  serviceNamespaces: readonly APIServiceNamespace[],
): NewCondition => {
  const type = backendConditions.serviceNamespacesReady;
  const problems = serviceNamespaces
    .flatMap(({ metadata }) => {
      const text = metadata.annotations?.[annotations.serviceNamespaceProblem];
      return text ? [`${metadata.name}: ${text}`] : [];
    })
    .sort();
  return problems.length > 0
    ? falseCondition(
        type,
        backendReasons.serviceNamespaceProblems,
        problems.join('\n'),
      )
    : { type, status: 'True' };
};

/** All conditions with the backend's own set, and the delay in milliseconds until they change without an event. */
export const planClusterBindingStatus = (
  facts: ClusterBindingFacts,
  now: Date,
): { conditions: Condition[]; requeueAfter?: number } => {
  const { binding, missingRights, serviceNamespaces, token } = facts;
  const health = classifyHeartbeat(binding.status, now);
  const own = [
    health.condition,
    rightsCondition(missingRights),
    ...tokenConditions(facts, now),
    namespacesCondition(serviceNamespaces),
  ];
  const conditions = own.reduce<Condition[]>(
    (list, condition) => setCondition(list, condition, now),
    binding.status?.conditions ?? [],
  );
  const issued = token === 'none' ? undefined : token;
  const requeueDelays = [issued?.expiresAt, issued?.publishAfter]
    .map((time = 0) => time - now.getTime())
    .concat(health.requeueAfter ?? 0)
    .filter(ms => ms > 0);
  return {
    conditions: summarizeReady(conditions, now),
    ...(requeueDelays.length > 0 && {
      requeueAfter: Math.min(...requeueDelays),
    }),
  };
};

/**
 * Whether a cluster namespace without a ClusterBinding was provisioned before. Annotations of the kubeconfig secret can
 * be written by anyone with rights on Secrets there; the RoleBinding only by a user who holds the rights that it
 * grants.
 */
export const wasProvisioned = (
  namespace: string,
  found: { kubeconfig?: Secret; roleBinding?: RoleBinding },
): boolean =>
  (readTokenState(found.kubeconfig) ?? readRevocation(found.kubeconfig)) !==
    undefined &&
  compareRoleBinding(
    found.roleBinding,
    clusterNamespaceRoleBinding(namespace),
  ) === 'same';
