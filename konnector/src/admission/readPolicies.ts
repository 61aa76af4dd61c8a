/** Creates the admission policies of bound APIs from the CRDs of the app cluster. */
import type { AdmissionObject } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import type { KubeClient } from '@klutch/kube';
import { admissionPolicy } from './admissionPolicy';

/**
 * @param client - may read CRDs.
 * @param apis - names of CRDs.
 * @throws Error with a message for the user when a CRD is missing or not bound.
 */
export async function readPolicies(
  client: KubeClient,
  apis: readonly string[],
): Promise<AdmissionObject[]> {
  const objects: AdmissionObject[] = [];
  for (const name of apis) {
    const crd = await client.get(core.customResourceDefinitions, { name });
    if (!crd) {
      throw new Error(
        `The app cluster has no CRD ${name}. Give the name of a bound API, such as things.example.com, and bind it first.`,
      );
    }
    const policy = admissionPolicy(crd);
    if (!policy.ok) throw new Error(policy.error);
    objects.push(...policy.value);
  }
  return objects;
}
