/** Restrictions of app clusters that RBAC cannot express: the types of Secrets they may write. */
import { denyingPolicy, names, type AdmissionObject } from '@klutch/bind-api';
import { isForbidden, type KubeClient } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { readPolicyState } from './policyState';

/** The control plane cluster fills the first type with a non-expiring token; the second is itself a bootstrap token. */
const forbiddenTypes = [
  'kubernetes.io/service-account-token',
  'bootstrap.kubernetes.io/token',
];

/**
 * ValidatingAdmissionPolicy and its binding: service accounts of app clusters may not write Secrets that represent a
 * token of the control plane cluster. Without both objects the backend grants no permission claim that lets app
 * clusters create Secrets. Both need Kubernetes 1.30.
 */
export const tenantAdmissionPolicy = (): [AdmissionObject, AdmissionObject] =>
  denyingPolicy(backendNames.tenantPolicy, {
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [''],
          apiVersions: ['v1'],
          resources: ['secrets'],
          operations: ['CREATE', 'UPDATE'],
        },
      ],
    },
    matchConditions: [
      {
        name: 'by-an-app-cluster',
        expression: `request.userInfo.username.startsWith("system:serviceaccount:") && request.userInfo.username.endsWith(":${names.binder}")`,
      },
    ],
    validations: [
      {
        expression: `!has(object.type) || !(object.type in ${JSON.stringify(forbiddenTypes)})`,
        message: `App clusters may not write Secrets of type ${forbiddenTypes.join(' or ')}: these represent tokens of the control plane that the binding backend cannot revoke.`,
        reason: 'Forbidden',
      },
    ],
  });

/**
 * Whether {@link tenantAdmissionPolicy} is in place and unchanged; also false where outdated roles do not permit
 * reading it, or where Kubernetes is too old for policies.
 */
export const isTenantPolicyEnforced = async (
  client: KubeClient,
): Promise<boolean> => {
  try {
    const state = await readPolicyState(client, tenantAdmissionPolicy());
    return state === 'Enforced';
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
};

/** How long a result is cached, because many tenants cause checks concurrently. Milliseconds. */
const answerLifetime = 10_000;

/** Creates a check whether {@link tenantAdmissionPolicy} is in place and unchanged. */
export const tenantPolicyCheck = (
  client: KubeClient,
  now: () => Date,
): (() => Promise<boolean>) => {
  let known: { answer: Promise<boolean>; until: number } | undefined;
  return () => {
    if (!known || known.until <= now().getTime()) {
      const answer = isTenantPolicyEnforced(client);
      known = { answer, until: now().getTime() + answerLifetime };
      answer.catch(() => {
        known = undefined;
      });
    }
    return known.answer;
  };
};
