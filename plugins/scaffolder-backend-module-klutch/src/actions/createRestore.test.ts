import { actionOptions } from '../__testUtils__/actionOptions';
import {
  apis,
  errorResponse,
  FakePortal,
  ordersDb,
  refOf,
} from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createCreateRestoreAction } from './createRestore';

const input = {
  instance: 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
  backup: 'nightly',
  name: 'back',
};
const nightly = refOf(apis.backup, 'nightly');
const back = refOf(apis.restore, 'back');

describe('klutch:restore:create', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (
    values: Partial<typeof input> = {},
    options?: Parameters<FakeTask['run']>[2],
  ) =>
    task.run(
      createCreateRestoreAction(actionOptions(portal)),
      { ...input, ...values },
      options,
    );

  beforeEach(() => {
    portal = new FakePortal();
    portal.add(ordersDb);
    portal.add(nightly);
    task = new FakeTask();
  });

  it.each([
    ['name', 'nightly'],
    ['claim ref', 'apps-dev/team-a/backups.anynines.com/nightly'],
  ])('restores a backup by its %s', async (_, backup) => {
    await run({ backup });
    expect(portal.find(back)?.spec).toMatchObject({
      backupRef: 'nightly',
      instanceRef: 'orders-db',
      serviceInstanceType: 'postgresql',
    });
    expect(task.outputs).toEqual({
      claimRef: 'apps-dev/team-a/restores.anynines.com/back',
      name: 'back',
      path: '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/backups',
    });
  });

  it('refuses a backup of another namespace', async () => {
    const backup = 'apps-dev/team-b/backups.anynines.com/nightly';
    await expect(run({ backup })).rejects.toThrow(
      `${backup} cannot be restored, because only backups.anynines.com in namespace team-a on apps-dev can.`,
    );
  });

  it('creates nothing for a backup that does not exist', async () => {
    await expect(run({ backup: 'none' })).rejects.toThrow(
      'The backup none does not exist in namespace team-a on apps-dev.',
    );
    expect(portal.find(back)).toBeUndefined();
  });

  it('restores the backup of another instance only where the service can', async () => {
    portal.add(nightly, { instanceRef: 'other-db' });
    await expect(run()).rejects.toThrow('nightly is a backup of other-db');
    expect(portal.find(back)).toBeUndefined();
    portal.restoresElsewhere = true;
    await run();
    expect(portal.find(back)).toBeDefined();
  });

  it('refuses the backup of another service', async () => {
    portal.restoresElsewhere = true;
    portal.add(nightly, { instanceResource: apis.search });
    await expect(run()).rejects.toThrow('a backup of another service');
    expect(portal.find(back)).toBeUndefined();
  });

  it('says which right is missing', async () => {
    portal.responses.set(
      'create back (dry run)',
      errorResponse(403, 'You may not restore backups.'),
    );
    await expect(run()).rejects.toMatchObject({
      name: 'NotAllowedError',
      message: 'You may not restore backups.',
    });
  });

  it('does not expect the backup of an earlier step in a dry run', async () => {
    await run({ backup: 'none' }, { isDryRun: true });
    expect(portal.writes).toEqual(['create back (dry run)']);
  });

  it('accepts the restore of an earlier attempt, although its backup is gone', async () => {
    task.interruptedAt = 'created';
    await expect(run()).rejects.toThrow('interrupted');
    portal.progress(nightly, 'gone');
    await run();
    expect(task.outputs).toMatchObject({ name: 'back' });
  });
});
