/** Whether an admission policy is in force on a cluster. */
import type { AdmissionObject } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { admissionResources } from './admissionResources';

/** `Changed`: the policy or its binding differs from what this version prints. */
export type PolicyState = 'Enforced' | 'Changed' | 'Missing';

/** Whether everything in `wanted` is in `live`; the API server adds defaults. */
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
 * Compares a policy and its binding with those of the cluster.
 *
 * @throws ApiError when they may not be read, or when Kubernetes is too old for policies (code 404)
 */
export async function readPolicyState(
  client: KubeClient,
  [policy, binding]: readonly [
    policy: AdmissionObject,
    binding: AdmissionObject,
  ],
): Promise<PolicyState> {
  const keyOf = ({ metadata: { name = '' } }: AdmissionObject) => ({ name });
  const live = await Promise.all([
    client.get(admissionResources.policies, keyOf(policy)),
    client.get(admissionResources.bindings, keyOf(binding)),
  ]);
  if (live.includes(undefined)) return 'Missing';
  const specs = live.map(object => object?.spec);
  return includes(specs, [policy.spec, binding.spec]) ? 'Enforced' : 'Changed';
}
