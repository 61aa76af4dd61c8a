/** Outcome for a CRD that the API server does not allow to change. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { ApiError, type KubeClient } from '@klutch/kube';
import { thingBinding, thingExport } from '../testing/objects';
import { CrdInstaller } from './installCrd';
import { planCrd, type CrdFacts } from './planCrd';

const facts: CrdFacts = {
  export: thingExport(),
  binding: thingBinding(),
  crd: undefined,
  bindingUids: new Set(['b1']),
  isRemoteBinding: false,
};
const invalid = new ApiError({ code: 422, reason: 'Invalid', message: 'no' });
const client = {
  async apply() {
    throw invalid;
  },
} as unknown as KubeClient;
const install = (more: Partial<CrdFacts>) =>
  new CrdInstaller(client, { isLeader: true }).install({ ...facts, ...more });

/** The CRD on the API server, for the former export. */
function installed(): CustomResourceDefinition {
  const step = planCrd(facts);
  if (!('intent' in step)) throw new Error(step.step);
  return {
    ...step.intent,
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  } as CustomResourceDefinition;
}

it('an existing CRD accepts objects although its update is rejected', async () => {
  const renamed = { names: { plural: 'things', kind: 'Gadget' } };
  expect(
    await install({ crd: installed(), export: thingExport(renamed) }),
  ).toMatchObject({
    established: true,
    crd: { spec: { names: { kind: 'Thing' } } },
    condition: { ok: false, reason: 'CustomResourceDefinitionUpdateFailed' },
  });
});

it('a CRD that cannot be created does not exist', async () => {
  expect(await install({})).toMatchObject({
    established: false,
    condition: { ok: false, reason: 'CustomResourceDefinitionCreateFailed' },
  });
});
