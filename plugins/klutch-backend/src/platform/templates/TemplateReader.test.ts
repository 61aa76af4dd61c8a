import { NotAllowedError, ServiceUnavailableError } from '@backstage/errors';
import type { APIServiceExport } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import type { ControlPlane } from '../../clusters/ControlPlane';
import type { Person } from '../../identity/Caller';
import type { Inventory } from '../../inventory/Inventory';
import type { BoundApis } from '../../inventory/BoundApis';
import type { TemplateChecks } from './TemplateChecks';
import { TemplateReader } from './TemplateReader';

const resource = 'queues.example.test';
const claim = { group: '', resource: 'secrets', version: 'v1' };
const person = { kubernetes: { user: 'oscar' } } as Person;

const apiExport = (namespace: string, name = resource) =>
  ({ metadata: { namespace, name }, spec: {} }) as APIServiceExport;

/** A reader of a control plane with three exports, one of another API. */
function reader(refusal?: Error) {
  const [wanted] = planTemplate({
    group: 'example.test',
    resource: 'queues',
    claims: [claim],
  });
  const exports = [
    apiExport('b'),
    apiExport('a'),
    apiExport('a', 'other.example.test'),
  ];
  const checks: Partial<TemplateChecks> = {
    planOffer: () => ({ title: 'Queue', wanted }),
    dryRun: async () => {
      if (refusal) throw refusal;
      return wanted;
    },
  };
  return new TemplateReader({
    checks: checks as TemplateChecks,
    controlPlane: {
      caches: { exports: { list: () => exports } },
    } as unknown as ControlPlane,
    inventory: {} as Inventory,
    boundApis: {
      clusterOf: (namespace: string) => `app-${namespace}`,
    } as unknown as BoundApis,
  });
}

const preview = (refusal?: Error) =>
  reader(refusal).preview(
    person,
    { resource, claims: [claim] },
    ({ cluster }) => cluster === 'app-a',
  );

it('counts the exports that the person may not see, and names the others', async () => {
  expect(await preview()).toMatchObject({
    effects: [{ cluster: 'app-a', added: [claim], changed: [], removed: [] }],
    hiddenEffects: 1,
  });
});

it('keeps the manifest beside a refusal, and fails for other errors', async () => {
  const refused = await preview(new NotAllowedError('You may not.'));
  expect(refused.refusal).toEqual({ message: 'You may not.' });
  expect(refused.manifest).toContain('kind: APIServiceExportTemplate');
  await expect(
    preview(new ServiceUnavailableError('It does not respond.')),
  ).rejects.toThrow('It does not respond.');
});
