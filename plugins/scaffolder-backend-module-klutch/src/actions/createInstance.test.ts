import { ordersDbEntity } from '../__testUtils__/actionOptions';
import { apis, FakePortal, ordersDb, refOf } from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createCreateInstanceAction } from './createInstance';

const input = {
  ...ordersDb,
  service: 'a9s-postgresql15',
  plan: 'postgresql-single-nano',
  parameters: { workMem: '16MB' },
  spec: { compositionRef: { name: 'a9s-postgresql' } },
  owner: 'group:default/developers',
  component: 'component:default/shop',
  system: 'system:default/shop',
};

describe('klutch:instance:create', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (
    values: Partial<typeof input> = {},
    options?: Parameters<FakeTask['run']>[2],
  ) =>
    task.run(
      createCreateInstanceAction({
        clientFor: async () => portal.client,
        mountPath: '/klutch',
      }),
      { ...input, ...values },
      options,
    );

  beforeEach(() => {
    portal = new FakePortal();
    task = new FakeTask();
  });

  it('orders an instance with its owner, component and system, as the portal does', async () => {
    await run();
    expect(portal.bodies).toEqual(
      Array(2).fill({
        ...ordersDb,
        owner: 'group:default/developers',
        component: 'component:default/shop',
        system: 'system:default/shop',
        spec: {
          service: 'a9s-postgresql15',
          plan: 'postgresql-single-nano',
          parameters: { workMem: '16MB' },
          compositionRef: { name: 'a9s-postgresql' },
        },
      }),
    );
    expect(task.outputs).toEqual({
      claimRef: 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
      path: '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
      entityRef: ordersDbEntity,
    });
  });

  it('creates nothing in a dry run of the template', async () => {
    await run({}, { isDryRun: true });
    expect(portal.find(ordersDb)).toBeUndefined();
    expect(task.outputs).toMatchObject({ entityRef: ordersDbEntity });
  });

  it('accepts the instance of an earlier attempt of the task', async () => {
    task.interruptedAt = 'created';
    await expect(run()).rejects.toThrow('interrupted');
    await run();
    expect(task.outputs).toMatchObject({ entityRef: ordersDbEntity });
  });

  it('refuses an API that has no instances, before anything is created', async () => {
    const binding = refOf(apis.binding, 'web');
    await expect(run(binding)).rejects.toThrow('Use klutch:binding:create.');
    expect(portal.find(binding)).toBeUndefined();
  });
});
