import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  BackupScheduler,
  type BackupSchedulerOptions,
} from './BackupScheduler';

type Claim = Schemas['Claim'];

const claim = (more: Partial<Claim>): Claim => ({
  cluster: 'apps',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  kind: 'PostgresqlInstance',
  type: 'instance',
  name: 'orders-db',
  uid: 'instance',
  state: 'Ready',
  stateText: 'Ready',
  createdAt: '2026-01-01T00:00:00Z',
  deleting: false,
  protected: false,
  ...more,
});

const backup = (uid: string, scheduledAt: string) =>
  claim({
    type: 'backup',
    name: uid,
    uid,
    scheduledAt,
    instanceRef: 'orders-db',
    instanceResource: 'postgresqlinstances.anynines.com',
  });

/** A scheduler with a backup that is due and one that is too old, on a cluster that fails as told. */
function schedulerWith(options: { isComplete: boolean; error?: Error }) {
  const answer = async () => {
    if (options.error) throw options.error;
    return 'deleted';
  };
  const client = { create: jest.fn(answer), delete: jest.fn(answer) };
  const api = {
    group: 'anynines.com',
    version: 'v1',
    plural: 'backups',
    kind: 'Backup',
  };
  const logger = { error: jest.fn() };
  const cluster = { id: 'apps', client, claims: { get: () => ({ api }) } };
  const scheduler = new BackupScheduler({
    appClusters: { connected: () => [cluster] },
    inventory: {
      service: () => ({ relatedApis: { backup: 'backups.anynines.com' } }),
      serviceOn: () => ({ api }),
    },
    index: {
      isComplete: () => options.isComplete,
      rows: () => [
        claim({ backupSchedule: { cron: '* * * * *', kept: 1 } }),
        backup('old', '2026-01-02T00:00:00.000Z'),
        backup('new', '2026-01-03T00:00:00.000Z'),
      ],
    },
    logger,
  } as unknown as BackupSchedulerOptions);
  return {
    client,
    logger,
    run: () => scheduler.run(new AbortController().signal),
  };
}

it('takes what is due, and deletes exactly the object that is too old', async () => {
  const { client, run } = schedulerWith({ isComplete: true });
  await run();
  expect(client.create).toHaveBeenCalledTimes(1);
  expect(client.delete.mock.calls).toEqual([
    [
      expect.objectContaining({ plural: 'backups' }),
      { namespace: 'team-a', name: 'old' },
      { preconditions: { uid: 'old' } },
    ],
  ]);
});

it('does nothing while the list of claims is incomplete', async () => {
  const { client, run } = schedulerWith({ isComplete: false });
  await run();
  expect(client.create).not.toHaveBeenCalled();
  expect(client.delete).not.toHaveBeenCalled();
});

it('logs what the cluster refuses, and goes on', async () => {
  const error = new Error('forbidden');
  const { logger, run } = schedulerWith({ isComplete: true, error });
  await expect(run()).resolves.toBeUndefined();
  expect(logger.error).toHaveBeenCalledWith(
    expect.objectContaining({ error, name: 'orders-db' }),
    expect.stringContaining('could not be followed'),
  );
});
