import { actionOptions, ordersDbEntity } from '../__testUtils__/actionOptions';
import { apis, FakePortal, ordersDb, refOf } from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createCreateBindingAction } from './createBinding';

const instance = 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';
const web = refOf(apis.binding, 'web');

describe('klutch:binding:create', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (
    values: { instance?: string } = {},
    options?: Parameters<FakeTask['run']>[2],
  ) =>
    task.run(
      createCreateBindingAction(actionOptions(portal)),
      { instance, name: 'web', ...values },
      options,
    );

  beforeEach(() => {
    portal = new FakePortal();
    task = new FakeTask();
  });

  it.each([
    ['a claim ref', instance],
    ['the entity ref of an EntityPicker', ordersDbEntity],
  ])('derives the claim from %s', async (_, ref) => {
    portal.add(ordersDb);
    await run({ instance: ref });
    expect(portal.bodies).toEqual(
      Array(2).fill({
        ...web,
        spec: { instanceRef: 'orders-db', serviceInstanceType: 'postgresql' },
      }),
    );
    expect(task.outputs).toEqual({
      claimRef: 'apps-dev/team-a/servicebindings.anynines.com/web',
      path: '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/connect',
      secretName: 'web-creds',
    });
  });

  it.each([
    ['team-a/orders-db/x', '"team-a/orders-db/x" is neither a claim ref'],
    [
      'resource:default/bucket',
      'resource:default/bucket is no service instance',
    ],
    [
      'resource:default/impostor',
      'resource:default/impostor is no service instance',
    ],
    [
      'resource:default/gone',
      'The catalog has no entity resource:default/gone',
    ],
    [
      'apps-dev/team-a/searchinstances.anynines.com/logs',
      'Search has no service bindings.',
    ],
  ])('refuses %s with a sentence', async (ref, message) => {
    portal.add(ordersDb);
    await expect(run({ instance: ref })).rejects.toThrow(message);
    expect(portal.writes).toEqual([]);
  });

  it('creates nothing for an instance that does not exist', async () => {
    await expect(run()).rejects.toThrow('"orders-db" does not exist');
    expect(portal.find(web)).toBeUndefined();
  });

  it('creates nothing for an instance that is being deleted', async () => {
    portal.add(ordersDb, { deleting: true });
    await expect(run()).rejects.toThrow('orders-db is being deleted.');
    expect(portal.find(web)).toBeUndefined();
  });

  it('does not expect the instance of an earlier step in a dry run', async () => {
    await run({}, { isDryRun: true });
    expect(portal.writes).toEqual(['create web (dry run)']);
    expect(task.outputs).toMatchObject({ secretName: 'web-creds' });
  });

  it('accepts the service binding of an earlier attempt of the task', async () => {
    portal.add(ordersDb);
    task.interruptedAt = 'created';
    await expect(run()).rejects.toThrow('interrupted');
    await run();
    expect(task.outputs).toMatchObject({ secretName: 'web-creds' });
  });
});
