/** The admission policies that RBAC cannot replace, and whether they are in force, for checklists. */
import { restorePolicy, type AdmissionObject } from '@klutch/bind-api';
import {
  isForbidden,
  isNotFound,
  type KubeClient,
  type Subject,
} from '@klutch/kube';
import { backendAdmissionPolicy } from './backendAdmissionPolicy';
import { readPolicyState, type PolicyState } from './policyState';
import { tenantAdmissionPolicy } from './tenantAdmissionPolicy';

/** A policy and its binding. */
export type RequiredPolicy = readonly [
  policy: AdmissionObject,
  binding: AdmissionObject,
];

/** `Unreadable` and `NotServed` say why nothing is known: a right is missing, or Kubernetes is too old for policies. */
export type KnownPolicyState = PolicyState | 'Unreadable' | 'NotServed';

/**
 * The policies for app clusters, for the backend itself, and for restores, in this order.
 *
 * @param backend - identity of the backend, or of the portal that contains it; the policy for it is left out if unknown
 */
export const requiredPolicies = (backend?: Subject): RequiredPolicy[] => [
  tenantAdmissionPolicy(),
  ...(backend ? [backendAdmissionPolicy(backend)] : []),
  restorePolicy(),
];

/**
 * Whether a policy is in force, read with the first client that may read it.
 *
 * @throws ApiError or ConnectionError when it cannot be read for other reasons
 */
export async function knownPolicyState(
  clients: readonly KubeClient[],
  policy: RequiredPolicy,
): Promise<KnownPolicyState> {
  for (const client of clients) {
    try {
      return await readPolicyState(client, policy);
    } catch (error) {
      if (isNotFound(error)) return 'NotServed';
      if (!isForbidden(error)) throw error;
    }
  }
  return 'Unreadable';
}
