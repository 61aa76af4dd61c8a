/** What a ClusterBinding says about its app cluster: pure, from what the caches hold. */
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
import { classifyHeartbeat } from './heartbeatPlan';

/** What is known about an app cluster. */
export interface ClusterBindingFacts {
  binding: ClusterBinding;
  serviceNamespaces: readonly APIServiceNamespace[];
  /** `none` in control-plane mode, whose konnector needs none. */
  token?: TokenState | 'none';
  /** That its tokens were ended, while nobody has asked for another one. */
  revocation?: Revocation;
  /** Whether the last time that they were, one that the reference made had to end, too, was not seen yet. */
  isPartiallyRevoked?: boolean;
  /** Why rights on what is exported cannot be granted. */
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
      `The konnector's tokens were ended at ${formatTime(revocation.at)}. It gets another one when somebody binds again, or refreshes its connection (kubectl klutch bind --refresh).`,
    );
  }
  if (!token) {
    return falseCondition(
      type,
      backendReasons.tokenMissing,
      'There is no token for the konnector. If this stays, bind again, and look at the log of the binding backend.',
    );
  }
  if (token.expiresAt <= now.getTime()) {
    return falseCondition(
      type,
      backendReasons.tokenExpired,
      "The konnector's token has ended and could not be renewed. Look at the log of the binding backend.",
    );
  }
  const { expiresAt, issuedAt, publishAfter = 0 } = token;
  return publishAfter > now.getTime()
    ? {
        type,
        status: 'True',
        reason: backendReasons.tokenUnpublished,
        message: `Tokens were ended before. The one that was made at ${formatTime(issuedAt)} is with whoever bound or refreshed then, and nowhere else; the next one comes to this namespace at ${formatTime(publishAfter)}. A konnector that does not report by then was not given it: bind again, or refresh its connection (kubectl klutch bind --refresh).`,
      }
    : {
        type,
        status: 'True',
        // Stays right when this backend is gone, and nobody renews the token.
        message: `The konnector's token ends at ${formatTime(expiresAt)}; this backend issues the next one at half of its life.`,
      };
};

/** The same, with what is left of a revocation: a token is good that is not to be. */
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

/** All conditions with the backend's own set, and in how many milliseconds they change by themselves. */
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
 * Whether a cluster namespace was provisioned, although it has no ClusterBinding. What is noted on the kubeconfig secret
 * can be written by whoever has rights on Secrets there; the RoleBinding only by somebody who holds what it grants.
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
