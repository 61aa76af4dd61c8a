/** Applies admission policies as an administrator does. */
import type { AdmissionObject } from '@klutch/bind-api';
import { defineResource, type KubeClient, type Resource } from '@klutch/kube';

/** The resource of an admission policy or its binding, by its kind. */
export const admissionResource = (kind: string): Resource<AdmissionObject> =>
  defineResource<AdmissionObject>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural: kind
      .toLowerCase()
      .replace(/policy$/, 'policies')
      .replace(/binding$/, 'bindings'),
    kind,
    namespaced: false,
  });

/** The API server enforces the policies some moments later. */
export async function applyPolicies(
  client: KubeClient,
  objects: readonly AdmissionObject[],
): Promise<void> {
  for (const object of objects) {
    await client.apply(admissionResource(object.kind), object, {
      fieldManager: 'test-setup',
      force: true,
    });
  }
}
