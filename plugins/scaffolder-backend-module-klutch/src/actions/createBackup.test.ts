import { actionOptions } from '../__testUtils__/actionOptions';
import { apis, FakePortal, ordersDb, refOf } from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createCreateBackupAction } from './createBackup';

const instance = 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';

describe('klutch:backup:create', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (
    values: { name?: string } = {},
    options?: Parameters<FakeTask['run']>[2],
  ) =>
    task.run(
      createCreateBackupAction(actionOptions(portal)),
      { instance, ...values },
      options,
    );

  beforeEach(() => {
    portal = new FakePortal();
    portal.add(ordersDb);
    task = new FakeTask();
  });

  it('orders a backup of the given name', async () => {
    await run({ name: 'before-release' });
    expect(portal.find(refOf(apis.backup, 'before-release'))?.spec).toEqual({
      instanceRef: 'orders-db',
      serviceInstanceType: 'postgresql',
      compositionRef: { name: 'default' },
    });
    expect(task.outputs).toEqual({
      claimRef: 'apps-dev/team-a/backups.anynines.com/before-release',
      name: 'before-release',
      path: '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/backups',
    });
  });

  it('names a backup by the time, and keeps the name in a resumed task', async () => {
    task.interruptedAt = 'created';
    jest.useFakeTimers({
      now: Date.UTC(2026, 0, 31, 14, 23, 5),
      doNotFake: ['setTimeout', 'nextTick', 'setImmediate', 'queueMicrotask'],
    });
    await expect(run()).rejects.toThrow('interrupted');
    jest.setSystemTime(Date.UTC(2026, 0, 31, 14, 25));
    await run();
    jest.useRealTimers();
    expect(task.outputs).toMatchObject({ name: 'orders-db-20260131-142305' });
    expect(
      portal.find(refOf(apis.backup, 'orders-db-20260131-142305')),
    ).toBeDefined();
  });

  it('creates nothing in a dry run of the template', async () => {
    await run({ name: 'before-release' }, { isDryRun: true });
    expect(portal.writes).toEqual(['create before-release (dry run)']);
  });
});
