import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import { actionsRegistryServiceMock } from '@backstage/backend-test-utils/alpha';
import { claimWriteHandlers } from '../api/claimWriteHandlers';
import type { Handlers } from '../api/handlers';
import type { ClaimWriter } from '../claims/ClaimWriter';
import type { CredentialsService } from '../credentials/CredentialsService';
import { InvalidError } from '../errors/InvalidError';
import { Callers } from '../identity/Caller';
import { mappingStrategy } from '../identity/kubernetesIdentity';
import { registerActions } from './registerActions';

const resource = 'postgresqlinstances.anynines.com';
const instance = {
  cluster: 'apps',
  namespace: 'team-a',
  resource,
  name: 'orders-db',
};
const claim = {
  ...instance,
  type: 'instance',
  state: 'Ready',
  stateText: 'Ready',
  protected: false,
  createdAt: '2026-01-31T14:23:05Z',
  generation: 3,
  spec: { plan: 'nano' },
};
const related = {
  binding: 'servicebindings.anynines.com',
  backup: 'backups.anynines.com',
  restore: 'restores.anynines.com',
};
const service = {
  resource,
  type: 'instance',
  title: 'PostgreSQL',
  serviceType: 'postgresql',
  relatedApis: related,
};
const backup = {
  ...claim,
  resource: related.backup,
  name: 'backup-1',
  type: 'backup',
  instanceRef: 'orders-db',
  instanceResource: resource,
};

const credentials = mockCredentials.user('user:default/alice');
const alice = { person: { userRef: 'user:default/alice' } };

/** The actions over handlers that read fixed claims, and the real ones that write. */
function setUp() {
  const writer = {
    create: jest.fn(async (_caller, body) => ({
      ...claim,
      ...body,
      type: 'binding',
      secretName: `${body.name}-secret`,
      credentials: 'p4ssword',
    })),
    update: jest.fn(async () => claim),
    delete: jest.fn(async () => undefined),
  };
  const event = { success: jest.fn(), fail: jest.fn() };
  const auditor = mockServices.auditor.mock({
    createEvent: jest.fn(async () => event),
  });
  const reads = {
    listClaims: jest.fn(async () => ({
      items: [claim],
      total: 1,
      complete: true,
      clusters: [],
    })),
    getClaim: jest.fn(async ({ path }) =>
      path.resource === related.backup ? backup : claim,
    ),
    getService: jest.fn(async ({ path }) => ({
      ...service,
      ...(path.resource !== resource && {
        resource: path.resource,
        type: 'restore',
      }),
    })),
  };
  const handlers = {
    ...reads,
    ...claimWriteHandlers({
      auditor,
      writer: writer as unknown as ClaimWriter,
      credentials: {} as CredentialsService,
    }),
  } as unknown as Handlers;
  const callers = new Callers({
    auth: mockServices.auth(),
    userInfo: mockServices.userInfo(),
    permissions: mockServices.permissions(),
    strategy: mappingStrategy({ userPrefix: '', groupPrefix: '' }),
  });
  const registry = actionsRegistryServiceMock();
  registerActions(registry, { callers, handlers });
  const invoke = (
    name: string,
    input: Parameters<typeof registry.invoke>[0]['input'],
    as:
      | typeof credentials
      | ReturnType<typeof mockCredentials.service> = credentials,
  ) => registry.invoke({ id: `test:${name}`, input, credentials: as });
  return { auditor, event, invoke, reads, registry, writer };
}

const newClaim = { ...instance, newName: 'new' };

it.each([
  ['create-instance', { ...instance, spec: {} }, 'create', 'claim-create'],
  [
    'update-instance',
    { ...instance, protected: true },
    'update',
    'claim-update',
  ],
  [
    'delete-instance',
    { ...instance, confirm: 'orders-db' },
    'delete',
    'claim-delete',
  ],
  ['create-binding', newClaim, 'create', 'claim-create'],
  ['create-backup', newClaim, 'create', 'claim-create'],
  [
    'create-restore',
    { ...newClaim, backup: 'backup-1' },
    'create',
    'claim-create',
  ],
] as const)(
  '%s acts as the user and is one audit event',
  async (name, input, method, eventId) => {
    const { auditor, event, invoke, writer } = setUp();
    await invoke(name, input);
    const calls: unknown[][] = writer[method].mock.calls;
    expect(calls.map(([caller]) => caller)).toMatchObject([alice]);
    expect(auditor.createEvent.mock.calls).toEqual([
      [
        expect.objectContaining({
          eventId,
          meta: expect.objectContaining({ invokedBy: 'user:default/alice' }),
        }),
      ],
    ]);
    expect(event.success).toHaveBeenCalledTimes(1);
  },
);

it('creates a restore by the API that the service names', async () => {
  const { invoke, writer } = setUp();
  await invoke('create-restore', { ...newClaim, backup: 'backup-1' });
  expect(writer.create.mock.calls[0]?.[1]).toEqual({
    cluster: 'apps',
    namespace: 'team-a',
    resource: related.restore,
    name: 'new',
    spec: {
      backupRef: 'backup-1',
      instanceRef: 'orders-db',
      serviceInstanceType: 'postgresql',
    },
  });
});

it('refuses to restore the backup of another instance where the service cannot', async () => {
  const { invoke, reads, writer } = setUp();
  reads.getClaim.mockImplementation(async ({ path }) =>
    path.resource === related.backup
      ? { ...backup, instanceRef: 'other-db' }
      : claim,
  );
  await expect(
    invoke('create-restore', { ...newClaim, backup: 'backup-1' }),
  ).rejects.toThrow('backup-1 is a backup of other-db');
  expect(writer.create).not.toHaveBeenCalled();
});

it('returns the Secret of a service binding without credentials', async () => {
  const { invoke } = setUp();
  const { output } = await invoke('create-binding', newClaim);
  expect(output).toMatchObject({ secretName: 'new-secret' });
  expect(JSON.stringify(output)).not.toContain('p4ssword');
});

it('lists and reads instances', async () => {
  const { auditor, invoke, reads } = setUp();
  expect(await invoke('list-instances', { state: 'Ready' })).toMatchObject({
    output: { instances: [{ name: 'orders-db' }], total: 1, complete: true },
  });
  expect(reads.listClaims.mock.calls[0]).toMatchObject([
    { caller: alice, query: { type: 'instance', state: 'Ready', limit: 100 } },
  ]);
  expect(await invoke('get-instance', instance)).toMatchObject({
    output: { generation: 3, spec: { plan: 'nano' } },
  });
  expect(auditor.createEvent).not.toHaveBeenCalled();
});

it('audits the refusal of a change, and names the refused fields', async () => {
  const { event, invoke, reads, writer } = setUp();
  reads.getClaim.mockRejectedValue(new Error('No right to read.'));
  writer.update.mockRejectedValue(
    new InvalidError('Refused.', [{ field: 'spec.plan', message: 'Unknown.' }]),
  );
  await expect(
    invoke('update-instance', { ...instance, generation: 3, spec: {} }),
  ).rejects.toThrow('Refused. spec.plan: Unknown.');
  expect(event.fail).toHaveBeenCalledTimes(1);
});

it('deletes nothing but instances', async () => {
  const { invoke, writer } = setUp();
  const input = { ...instance, resource: related.backup, confirm: 'orders-db' };
  await expect(invoke('delete-instance', input)).rejects.toThrow(
    'is not the API of a service instance',
  );
  expect(writer.delete).not.toHaveBeenCalled();
});

it.each([
  ['an unknown field', 'update-instance', { ...instance, dryRun: true }],
  ['an empty name', 'get-instance', { ...instance, name: '' }],
  ['an unknown state', 'list-instances', { state: 'Lost' }],
  ['too large a page', 'list-instances', { limit: 1001 }],
  [
    'an invalid schedule',
    'update-instance',
    { ...instance, backupSchedule: { cron: '* * * * *', kept: 0 } },
  ],
  ['a missing confirmation', 'delete-instance', instance],
])('refuses %s', async (_, name, input) => {
  const { invoke } = setUp();
  await expect(invoke(name, input)).rejects.toThrow('Invalid input to action');
});

it('refuses services', async () => {
  const { invoke, reads } = setUp();
  await expect(
    invoke('list-instances', {}, mockCredentials.service()),
  ).rejects.toMatchObject({ name: 'NotAllowedError' });
  expect(reads.listClaims).not.toHaveBeenCalled();
});

it('says which actions read, destroy and can be repeated', async () => {
  const { registry } = setUp();
  const { actions } = await registry.list();
  const named = (attribute: 'readOnly' | 'destructive' | 'idempotent') =>
    actions.filter(({ attributes }) => attributes[attribute]).map(a => a.name);
  const reading = ['list-services', 'list-instances', 'get-instance'];
  const changing = ['update-instance', 'delete-instance'];
  expect(named('readOnly')).toEqual(reading);
  expect(named('destructive')).toEqual([...changing, 'create-restore']);
  expect(named('idempotent')).toEqual([...reading, ...changing]);
});
