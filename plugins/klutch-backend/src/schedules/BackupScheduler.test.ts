import {
  KLUTCH_SCHEDULED_AT_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { labels } from '@klutch/bind-api';
import { ApiError } from '@klutch/kube';
import {
  BackupScheduler,
  type BackupSchedulerOptions,
} from './BackupScheduler';

type Claim = Schemas['Claim'];

const claim = (more: Partial<Claim>): Claim => ({
  cluster: 'apps',
  clusterTitle: 'Apps',
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

/** A scheduler with a backup that is due and one that is too old, on a cluster with the given answers. */
function schedulerWith(options: {
  /** Default: true. */
  isCurrent?: () => boolean;
  rows?: Claim[];
  createError?: Error;
  present?: { metadata: object; spec?: object };
}) {
  const {
    isCurrent = () => true,
    rows = [
      claim({
        backupSchedule: { cron: '* * * * *', kept: 1 },
        owner: 'group:default/team-a',
      }),
      backup('old', '2026-01-02T00:00:00.000Z'),
      backup('new', '2026-01-03T00:00:00.000Z'),
    ],
    createError,
    present = { metadata: { name: 'old', uid: 'old', resourceVersion: '7' } },
  } = options;
  const client = {
    create: jest.fn(async () => {
      if (createError) throw createError;
      return { metadata: { uid: 'made' } };
    }),
    get: jest.fn(async (_: unknown, __: { name: string }) => present),
    delete: jest.fn(
      async (_: unknown, __: { name: string }, ___: unknown) => 'deleted',
    ),
  };
  const activity = { record: jest.fn(async () => undefined) };
  const api = {
    group: 'anynines.com',
    version: 'v1',
    plural: 'backups',
    kind: 'Backup',
  };
  const logger = { error: jest.fn(), warn: jest.fn(), info: jest.fn() };
  const cluster = { id: 'apps', client, claims: { get: () => ({ api }) } };
  const scheduler = new BackupScheduler({
    activity,
    appClusters: { connected: () => [cluster] },
    inventory: {
      service: () => ({
        resource: 'postgresqlinstances.anynines.com',
        serviceType: 'postgresql',
        relatedApis: { backup: 'backups.anynines.com' },
      }),
      serviceOn: () => ({
        api,
        resource: 'backups.anynines.com',
        defaultComposition: 'a9s-backup',
        schema: {},
      }),
      subjectOf: () => undefined,
    },
    index: {
      isCurrent,
      rows: () => rows,
    },
    logger,
  } as unknown as BackupSchedulerOptions);
  return {
    activity,
    client,
    logger,
    run: () => scheduler.run(new AbortController().signal),
  };
}

const { any, objectContaining, stringContaining } = expect;

// Expired backups are deleted every five minutes.
beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-26T03:00:10Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

it('takes what is due, deletes exactly the object that is too old, and reports both', async () => {
  const { activity, client, run } = schedulerWith({});
  await run();
  expect(client.create).toHaveBeenCalledTimes(1);
  // Who may see the instance by its owner, may see its backups.
  expect(client.create).toHaveBeenCalledWith(
    any(Object),
    objectContaining({
      metadata: objectContaining({
        annotations: objectContaining({
          'klutch.anynines.com/owner': 'group:default/team-a',
        }),
      }),
      spec: objectContaining({ compositionRef: { name: 'a9s-backup' } }),
    }),
    any(Object),
  );
  expect(client.delete.mock.calls).toEqual([
    [
      objectContaining({ plural: 'backups' }),
      { namespace: 'team-a', name: 'old' },
      {
        preconditions: { uid: 'old', resourceVersion: '7' },
        signal: any(AbortSignal),
      },
    ],
  ]);
  expect(activity.record.mock.calls).toEqual([
    [
      undefined,
      objectContaining({ name: 'old', type: 'backup' }),
      'deleted',
      { onceKey: 'deleted old' },
    ],
    [
      undefined,
      objectContaining({ instanceRef: 'orders-db' }),
      'created',
      { onceKey: 'created made' },
    ],
  ]);
});

it('waits while claims cannot be read, and says so', async () => {
  const { client, logger, run } = schedulerWith({ isCurrent: () => false });
  await run();
  expect(client.create).not.toHaveBeenCalled();
  expect(client.delete).not.toHaveBeenCalled();
  expect(logger.warn).toHaveBeenCalledWith(
    objectContaining({ name: 'orders-db' }),
    stringContaining('cannot be read'),
  );
});

it('logs what the cluster refuses, and goes on', async () => {
  const createError = new Error('forbidden');
  const { client, logger, run } = schedulerWith({ createError });
  await run();
  expect(logger.error).toHaveBeenCalledWith(
    objectContaining({ error: createError, name: 'orders-db' }),
    stringContaining('could not be followed'),
  );
  expect(client.delete).toHaveBeenCalledTimes(1);
});

it('takes the backups of all instances at once, although the index is behind after the first', async () => {
  let isBehind = false;
  const { client, run } = schedulerWith({
    isCurrent: () => !isBehind,
    rows: ['a', 'b', 'c'].map(name =>
      claim({ name, uid: name, backupSchedule: { cron: '* * * * *' } }),
    ),
  });
  client.create.mockImplementation(async () => {
    isBehind = true;
    return { metadata: { uid: 'made' } };
  });
  await run();
  expect(client.create).toHaveBeenCalledTimes(3);
});

it('deletes the oldest first, and too few for the konnector to pause deletions', async () => {
  const { client, run } = schedulerWith({
    rows: [
      claim({ backupSchedule: { cron: '0 0 29 2 *', kept: 1 } }),
      backup('newer', '2026-01-03T00:00:00.000Z'),
      backup('old', '2026-01-02T00:00:00.000Z'),
      backup('newest', '2026-01-04T00:00:00.000Z'),
    ],
  });
  await run();
  expect(client.delete).toHaveBeenCalledTimes(1);
  expect(client.delete).toHaveBeenCalledWith(
    any(Object),
    objectContaining({ name: 'old' }),
    any(Object),
  );
  jest.setSystemTime(new Date('2026-11-26T03:01:10Z'));
  await run();
  expect(client.delete).toHaveBeenCalledTimes(1);
});

it('goes on with the next backup when the cluster refuses to delete one, and waits for those that are being deleted', async () => {
  const rows = [
    claim({ backupSchedule: { cron: '0 0 29 2 *', kept: 1 } }),
    backup('refused', '2026-01-02T00:00:00.000Z'),
    backup('old', '2026-01-03T00:00:00.000Z'),
    backup('newest', '2026-01-04T00:00:00.000Z'),
  ];
  const { client, run } = schedulerWith({ rows });
  client.get.mockImplementation(async (_, { name }) => ({
    metadata: { name, uid: name, resourceVersion: '7' },
  }));
  client.delete.mockRejectedValueOnce(new Error('a webhook refuses it'));
  await run();
  const names = () => client.delete.mock.calls.map(([, { name }]) => name);
  expect(names()).toEqual(['refused', 'old']);

  rows.push({
    ...backup('by-hand', '2026-01-01T00:00:00.000Z'),
    deleting: true,
  });
  await run();
  expect(names()).toEqual(['refused', 'old']);
});

describe('a name that is in use', () => {
  const at = '2026-11-26T03:00:00.000Z';
  it.each([
    [
      'is the backup of another replica',
      'orders-db',
      { errors: 0, records: 1 },
    ],
    [
      'is an error when it is something else',
      'others-db',
      { errors: 1, records: 0 },
    ],
  ])('%s', async (_, instanceRef, { errors, records }) => {
    const { activity, logger, run } = schedulerWith({
      createError: new ApiError({
        code: 409,
        reason: 'AlreadyExists',
        message: 'already exists',
      }),
      present: {
        metadata: {
          uid: 'b1',
          annotations: { [KLUTCH_SCHEDULED_AT_ANNOTATION]: at },
        },
        spec: { instanceRef, serviceInstanceType: 'postgresql' },
      },
    });
    await run();
    expect(logger.error).toHaveBeenCalledTimes(errors);
    expect(
      activity.record.mock.calls.map((call: unknown[]) => call.slice(2)),
    ).toEqual(
      // The other replica may have died before it recorded it; the key makes two records one.
      Array(records).fill(['created', { onceKey: 'created b1' }]),
    );
  });
});

it.each([
  [
    'is protected',
    { uid: 'old', labels: { [labels.deletionProtection]: 'true' } },
  ],
  ['is another object now', { uid: 'other' }],
])('does not delete a backup that %s', async (_, metadata) => {
  const { client, run } = schedulerWith({ present: { metadata } });
  await run();
  expect(client.delete).not.toHaveBeenCalled();
});
