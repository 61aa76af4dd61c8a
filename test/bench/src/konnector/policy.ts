// Installs the admission policy, as an administrator does.
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { admissionPolicy } from '@klutch/konnector';
import { waitFor } from '@klutch/local-processes';
import { createNamespace, Sample } from '../kube/sample';
import { collectionOf, crdName } from '../kube/sampleCrd';
import { apis, objectOf } from './api';
import type { KonnectorEnvironment } from './KonnectorEnvironment';

const collections: Record<string, string> = {
  MutatingAdmissionPolicy: 'mutatingadmissionpolicies',
  MutatingAdmissionPolicyBinding: 'mutatingadmissionpolicybindings',
};

/** Installs the policy for one of the APIs; resolves when the API server enforces the policy. */
export async function installPolicy(
  { app }: KonnectorEnvironment,
  signal: AbortSignal,
): Promise<void> {
  const api = apis.policed;
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const policy = admissionPolicy(
    await app.get<CustomResourceDefinition>(`${definitions}/${crdName(api)}`),
  );
  if (!policy.ok) throw new Error(policy.error);
  for (const object of policy.value) {
    const path = `/apis/${object.apiVersion}/${collections[object.kind]}`;
    await app.send('POST', path, object);
  }
  const namespace = 'policy';
  await createNamespace(app, namespace);
  await waitFor(
    async () => {
      const answer = await app.send(
        'POST',
        `${collectionOf(api, namespace)}?dryRun=All`,
        objectOf(api, namespace, 0),
      );
      const { metadata } = JSON.parse(answer) as Sample;
      return (metadata.finalizers ?? []).length > 0;
    },
    {
      what: 'the API server sets the finalizer',
      timeoutMs: 120_000,
      signal,
    },
  );
}
