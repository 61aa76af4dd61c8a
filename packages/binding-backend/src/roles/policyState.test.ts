import type { AdmissionObject } from '@klutch/bind-api';
import { ApiError, type KubeClient } from '@klutch/kube';
import { readPolicyState } from './policyState';
import { tenantAdmissionPolicy } from './tenantAdmissionPolicy';

const [policy, binding] = tenantAdmissionPolicy();

/** A cluster with these objects, to which the API server has added defaults. */
const clusterWith = (...objects: AdmissionObject[]) =>
  ({
    get: async ({ kind }: { kind: string }) => {
      const found = objects.find(object => object.kind === kind);
      return found && { ...found, spec: { ...found.spec, added: true } };
    },
  }) as unknown as KubeClient;

const audited = {
  ...binding,
  spec: { ...binding.spec, validationActions: ['Audit'] },
};

it.each<[string, AdmissionObject[]]>([
  ['Enforced', [policy, binding]],
  ['Missing', [policy]],
  ['Missing', []],
  ['Changed', [policy, audited]],
])('is %s with the objects of the cluster', async (state, objects) => {
  expect(
    await readPolicyState(clusterWith(...objects), [policy, binding]),
  ).toBe(state);
});

it('is not known where policies may not be read', async () => {
  const refused = new ApiError({ code: 403, reason: 'Forbidden', message: '' });
  const client = { get: () => Promise.reject(refused) };
  await expect(
    readPolicyState(client as unknown as KubeClient, [policy, binding]),
  ).rejects.toBe(refused);
});
