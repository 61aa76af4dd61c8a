import { actionOptions } from '../__testUtils__/actionOptions';
import {
  errorResponse,
  FakePortal,
  type FakeClaim,
  ordersDb,
} from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createUpdateInstanceAction } from './updateInstance';

const instance = 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';

type Action = ReturnType<typeof createUpdateInstanceAction>;
type Input = Parameters<Action['handler']>[0]['input'];

describe('klutch:instance:update', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (
    change: Omit<Input, 'instance'>,
    options?: Parameters<FakeTask['run']>[2],
  ) =>
    task.run(
      createUpdateInstanceAction(actionOptions(portal)),
      { instance, ...change },
      options,
    );

  /** Changes the instance as somebody else. */
  const edit = (changes: Partial<FakeClaim>) =>
    portal.add(ordersDb, { ...portal.find(ordersDb), ...changes });

  beforeEach(() => {
    portal = new FakePortal();
    portal.add(ordersDb, { spec: { plan: 'nano' }, generation: 3 });
    task = new FakeTask();
  });

  it('changes the version of the spec that it has read', async () => {
    await run({ plan: 'big', parameters: { workMem: null } });
    const body = {
      generation: 3,
      spec: { plan: 'big', parameters: { workMem: null } },
    };
    expect(portal.bodies).toEqual([body, body]);
    expect(portal.writes).toEqual([
      'change orders-db (dry run)',
      'change orders-db',
    ]);
    expect(task.outputs).toEqual({
      claimRef: instance,
      path: '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    });
  });

  it('changes what is not in the spec, whatever its version', async () => {
    const change = {
      owner: 'group:default/developers',
      component: null,
      protected: false,
      backupSchedule: { cron: '0 3 * * *', kept: 14 },
    };
    await run(change);
    expect(portal.bodies).toEqual([change, change]);
  });

  it('waits until the portal shows the change', async () => {
    portal.onWrite = () => {
      const stale = { generation: 3, stateText: 'Ready' };
      portal.progress(ordersDb, stale, stale, { generation: 4 });
    };
    await run({ plan: 'big' });
    expect(portal.find(ordersDb)?.generation).toBe(4);
  });

  it('refuses inputs without a change', async () => {
    await expect(run({})).rejects.toThrow('There is nothing to change');
    expect(portal.writes).toEqual([]);
  });

  it('writes nothing in a dry run of the template', async () => {
    await run({ plan: 'big' }, { isDryRun: true });
    expect(portal.writes).toEqual(['change orders-db (dry run)']);
    expect(portal.find(ordersDb)?.spec).toEqual({ plan: 'nano' });
  });

  it('does not expect the instance of an earlier step in a dry run', async () => {
    portal.progress(ordersDb, 'gone');
    await run({ protected: true }, { isDryRun: true });
    expect(portal.writes).toEqual([]);
  });

  it('reports the field that the cluster refuses', async () => {
    portal.responses.set(
      'change orders-db',
      errorResponse(422, 'Apps rejects PostgreSQL "orders-db".', {
        causes: [{ field: 'spec.plan', message: 'cannot shrink' }],
      }),
    );
    await expect(run({ plan: 'tiny' })).rejects.toMatchObject({
      name: 'InputError',
      message: 'Apps rejects PostgreSQL "orders-db". spec.plan: cannot shrink',
    });
  });

  it('repeats nothing of the change of an earlier attempt of the task', async () => {
    task.interruptedAt = 'changed';
    const change = { plan: 'big', protected: false };
    await expect(run(change)).rejects.toThrow('interrupted');
    edit({ protected: true });
    portal.writes.length = 0;
    await run(change);
    expect(portal.writes).toEqual([]);
    expect(portal.find(ordersDb)?.protected).toBe(true);
  });

  it.each([
    { protected: true },
    { owner: 'developers' },
    { component: 'component:default/web' },
    { component: null },
    { backupSchedule: { cron: '0 3 * * *', kept: 14 } },
    { backupSchedule: null },
  ])('does not repeat %j of an earlier attempt of the task', async change => {
    task.interruptedAt = 'changed';
    await expect(run(change)).rejects.toThrow('interrupted');
    portal.writes.length = 0;
    await run(change);
    expect(portal.writes).toEqual([]);
  });

  it('makes a change that an earlier attempt of the task could not make', async () => {
    const change = { plan: 'big', protected: true };
    portal.responses.set('change orders-db', errorResponse(503, 'away'));
    await expect(run(change)).rejects.toThrow('away');
    await run(change);
    expect(portal.find(ordersDb)).toMatchObject({
      generation: 4,
      spec: { plan: 'big' },
      protected: true,
    });
  });

  it.each([
    ['a part of the change', {}, 'user:default/mock'],
    ['another value', {}, 'user:default/alice'],
    [
      'a part of a change that keeps the spec',
      { plan: 'nano' },
      'user:default/mock',
    ],
  ])(
    'does not overwrite %s that somebody changed after the interruption',
    async (_, spec, owner) => {
      const change = { ...spec, protected: true, owner: 'developers' };
      task.interruptedAt = 'changed';
      await expect(run(change)).rejects.toThrow('interrupted');
      edit({ owner });
      portal.writes.length = 0;
      await expect(run(change)).rejects.toMatchObject({
        name: 'ConflictError',
        message:
          'orders-db was changed by somebody else since this step began. Start the template again.',
      });
      expect(portal.writes).toEqual([]);
    },
  );

  it('does not overwrite what somebody changed after the interruption', async () => {
    task.interruptedAt = 'changed';
    await expect(run({ plan: 'big' })).rejects.toThrow('interrupted');
    portal.add(ordersDb, { spec: { plan: 'small' }, generation: 5 });
    await expect(run({ plan: 'big' })).rejects.toThrow(
      'was changed by somebody else',
    );
    expect(portal.find(ordersDb)?.spec).toEqual({ plan: 'small' });
  });

  it('changes nothing again in a resumed task whose change was stored', async () => {
    await run({ plan: 'big' });
    portal.add(ordersDb, { spec: { plan: 'small' }, generation: 5 });
    await run({ plan: 'big' });
    expect(portal.find(ordersDb)?.spec).toEqual({ plan: 'small' });
  });
});
