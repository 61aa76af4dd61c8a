/** What RBAC cannot say about app clusters: which types of Secrets they write. */
import { names } from '@klutch/bind-api';
import { isForbidden, type KubeClient } from '@klutch/kube';
import { backendNames } from '../backendNames';
import {
  admissionResources,
  denyingPolicy,
  type AdmissionObject,
} from './admissionObject';

/** The control plane fills the first with a non-expiring token; the second is a bootstrap token itself. */
const forbiddenTypes = [
  'kubernetes.io/service-account-token',
  'bootstrap.kubernetes.io/token',
];

/**
 * ValidatingAdmissionPolicy and its binding: service accounts of app clusters write no Secret that stands for a token of
 * the control plane. Without them the backend grants no permission claim by which app clusters make Secrets. They need
 * Kubernetes 1.30.
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
        message: `App clusters write no Secrets of type ${forbiddenTypes.join(' or ')}: these stand for tokens of the control plane that nothing here ends.`,
        reason: 'Forbidden',
      },
    ],
  });

/** True when everything in `wanted` is in `live`; the API server adds defaults. */
const includes = (live: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return live === wanted;
  if (typeof live !== 'object' || live === null) return false;
  if (Array.isArray(wanted) && Object.keys(live).length !== wanted.length) {
    return false;
  }
  return Object.entries(wanted).every(([key, value]) =>
    includes(Reflect.get(live, key), value),
  );
};

/**
 * Whether {@link tenantAdmissionPolicy} is there as it should be; false also where roles are too old to look, or where
 * Kubernetes is too old to have policies.
 */
export const isTenantPolicyEnforced = async (
  client: KubeClient,
): Promise<boolean> => {
  const [policy, binding] = tenantAdmissionPolicy();
  const key = { name: backendNames.tenantPolicy };
  try {
    const live = await Promise.all([
      client.get(admissionResources.policies, key),
      client.get(admissionResources.bindings, key),
    ]);
    return includes(
      live.map(object => object?.spec),
      [policy.spec, binding.spec],
    );
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
};

/** How long an answer counts: many tenants ask at once. Milliseconds. */
const answerLifetime = 10_000;

/** Asks the API server whether {@link tenantAdmissionPolicy} is there as it should be. */
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
