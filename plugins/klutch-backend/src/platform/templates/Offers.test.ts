import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import { ApiError, type KubeClient, type KubeObject } from '@klutch/kube';
import type { Person } from '../../identity/Caller';
import type { BoundApis } from '../../inventory/BoundApis';
import { Offers } from './Offers';
import type { TemplateChecks } from './TemplateChecks';

const person = { kubernetes: { user: 'klutch:oscar' } } as Person;
const [template] = planTemplate({ group: 'example.test', resource: 'queues' });

const withClaims = (...resources: string[]): APIServiceExportTemplate => ({
  ...template,
  spec: {
    ...template.spec,
    permissionClaims: resources.map(resource => ({
      group: 'claims.example.test',
      resource,
      version: 'v1',
    })),
  } as APIServiceExportTemplate['spec'],
});

/** The control plane, on which `live` is the template. */
function controlPlane(live: APIServiceExportTemplate, create: () => never) {
  const roles = new Map<string, string>();
  const client = {
    apply: async (_: unknown, role: KubeObject) => {
      roles.set(role.metadata.name ?? '', JSON.stringify(role));
    },
    create: async () => create(),
    get: async () => live,
  } as unknown as KubeClient;
  return { client, roles };
}

it('leaves the roles of the offer that somebody else has made meanwhile', async () => {
  const { client, roles } = controlPlane(withClaims('others'), () => {
    throw new ApiError({ code: 409, reason: 'AlreadyExists', message: 'no' });
  });
  const wanted = withClaims('mine');
  const offers = new Offers({
    boundApis: {} as BoundApis,
    checks: {
      planOffer: () => ({ title: 'Queues', wanted }),
      dryRun: async () => wanted,
      clientOf: () => client,
      errorContext: () => ({ action: '', object: '', cluster: '' }),
    } as unknown as TemplateChecks,
  });
  await expect(
    offers.create(person, { resource: 'queues.example.test', claims: [] }),
  ).rejects.toThrow();
  expect(roles.size).toBe(2);
  for (const role of roles.values()) expect(role).not.toContain('mine');
  expect([...roles.values()].join()).toContain('others');
});

it('withdraws nothing when not all of it may be deleted', async () => {
  const calls: string[] = [];
  const record =
    (what: string, isAllowed: boolean) =>
    async (_: unknown, __: unknown, { dryRun }: { dryRun: boolean }) => {
      calls.push(`${dryRun ? 'dry-run ' : ''}${what}`);
      if (!isAllowed) throw new Error('You may not delete clusterroles.');
    };
  const offers = (mayDeleteRoles: boolean) =>
    new Offers({
      boundApis: { isExported: () => false } as unknown as BoundApis,
      checks: {
        read: async () => template,
        isOfferedElsewhere: () => false,
        delete: record('template', true),
        deleteRoles: record('roles', mayDeleteRoles),
      } as unknown as TemplateChecks,
    });
  const key = { namespace: 'a', name: 'queues' };
  await expect(offers(false).remove(person, key)).rejects.toThrow('You may');
  expect(calls.splice(0)).toEqual(['dry-run template', 'dry-run roles']);
  await offers(true).remove(person, key);
  expect(calls).toEqual([
    'dry-run template',
    'dry-run roles',
    'template',
    'roles',
  ]);
});
