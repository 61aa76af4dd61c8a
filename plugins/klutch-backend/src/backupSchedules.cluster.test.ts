/** Backups by schedules that users set in the portal or with kubectl. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { claimResource, type ClaimObject } from './claimApis/claimResource';
import {
  apply,
  binding,
  clusterRole,
  rule,
} from './testing/__testUtils__/clusters';
import {
  backups,
  instances,
  namespace,
  PortalFixture,
} from './testing/__testUtils__/PortalFixture';
import { sampleApi } from './testing/__testUtils__/samples';
import { eventually } from './testing/__testUtils__/eventually';

jest.setTimeout(120_000);

const cluster = 'apps-dev';
const everyMinute = '* * * * *';
const minuteMs = 60_000;
const backupResource = claimResource(sampleApi('backups'));
const instanceResource = claimResource(sampleApi('postgresqlinstances'));
let fixture: PortalFixture;
const appCluster = () => fixture.clusters.appCluster.admin;

beforeAll(async () => {
  fixture = await PortalFixture.start();
  await fixture.waitUntilWatched();
  await fixture.bound(cluster, [instances, backups]);
});
afterAll(() => fixture?.stop());

const run = () => fixture.portal.runTask('klutch-backup-schedules');

/** Runs the schedules as if it were later; nothing else of the portal sees that time. */
function runAt(now: Date): Promise<void> {
  const real = [
    'nextTick',
    'performance',
    'hrtime',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setInterval',
    'clearInterval',
    'setTimeout',
    'clearTimeout',
  ] as const;
  jest.useFakeTimers({ now, doNotFake: [...real] });
  try {
    // The run reads the time before it waits for anything.
    return run();
  } finally {
    jest.useRealTimers();
  }
}

/** Expired backups are deleted every five minutes. */
const nextDeletion = () =>
  new Date(Math.ceil(Date.now() / (5 * minuteMs)) * 5 * minuteMs);

const detailOf = async (name: string) =>
  (await fixture.claim(cluster, instances, name)).data;

const setSchedule = async (
  name: string,
  backupSchedule: Schemas['BackupSchedule'] | null,
  options: {
    user?: ReturnType<typeof fixture.alice>;
    namespace?: string;
    before?: Schemas['ClaimChange']['before'];
  } = {},
) =>
  (options.user ?? fixture.alice()).PATCH(
    '/claims/{cluster}/{namespace}/{resource}/{name}',
    {
      params: {
        path: {
          cluster,
          namespace: options.namespace ?? namespace,
          resource: instances,
          name,
        },
      },
      body: { backupSchedule, before: options.before },
    },
  );

/** Writes what the konnector brings when a service or a backup is ready. */
const reportReady = (resource: typeof backupResource, name: string) =>
  appCluster().mergePatch(
    resource,
    { namespace, name },
    {
      status: {
        conditions: ['Synced', 'Ready'].map(type => ({
          type,
          status: 'True',
          reason: 'Available',
          lastTransitionTime: '2026-11-21T04:00:05Z',
        })),
      },
    },
    { subresource: 'status' },
  );

const backupsOf = async (instance: string): Promise<ClaimObject[]> =>
  (await appCluster().list(backupResource, { namespace })).items.filter(
    ({ spec }) => spec?.instanceRef === instance,
  );

const waitForRow = (
  what: string,
  matches: (row: Schemas['Claim']) => boolean,
) =>
  eventually(what, async () => (await fixture.rowsOf('alice')).some(matches));

async function orderedReady(name: string): Promise<void> {
  await fixture.ordered(cluster, name);
  await reportReady(instanceResource, name);
  await waitForRow(
    `${name} is ready`,
    row => row.name === name && row.state === 'Ready',
  );
}

/** A backup that a schedule ordered some minutes ago, as good as any. */
async function scheduledBackup(instanceRef: string, minutesAgo: number) {
  const due = new Date(Date.now() - minutesAgo * minuteMs);
  due.setUTCSeconds(0, 0);
  const name = `${instanceRef}-${minutesAgo}-minutes-old`;
  await appCluster().create(backupResource, {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    metadata: {
      namespace,
      name,
      annotations: {
        'klutch.anynines.com/scheduled-at': due.toISOString(),
      },
    },
    spec: { instanceRef, serviceInstanceType: 'postgresql' },
  });
  await reportReady(backupResource, name);
  await waitForRow(
    `${name} is listed as good`,
    row => row.name === name && row.state === 'Ready',
  );
  return name;
}

it('takes a backup when it is due, once', async () => {
  const name = 'nightly';
  await orderedReady(name);
  const { data } = await setSchedule(name, { cron: everyMinute, kept: 2 });
  expect(data).toMatchObject({
    backupSchedule: { cron: everyMinute, kept: 2 },
    backupScheduleSetAt: expect.any(String),
    backupTimes: { nextAt: expect.any(String) },
  });
  const { backupSchedule: read = null } = (await detailOf(name)) ?? {};
  const kept = await setSchedule(
    name,
    { cron: everyMinute, kept: 3 },
    { before: { backupSchedule: read } },
  );
  // Another number does not change since when backups are due.
  expect(kept.data).toMatchObject({
    backupSchedule: { cron: everyMinute, kept: 3 },
    backupScheduleSetAt: data?.backupScheduleSetAt,
  });
  const minute = new Date(
    Date.parse(data?.backupScheduleSetAt ?? '') + minuteMs,
  );
  minute.setUTCSeconds(1, 0);
  await waitForRow('the schedule is listed', row =>
    Boolean(row.backupSchedule),
  );
  // A run waits while the portal cannot read backups yet, whose role was just granted.
  await eventually('a backup is taken', async () => {
    await runAt(minute);
    return (await backupsOf(name)).length > 0;
  });
  await runAt(minute);
  const taken = await backupsOf(name);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({
    metadata: {
      name: expect.stringMatching(/^nightly-\d{8}-\d{4}-[0-9a-f]{5}$/),
      annotations: {
        'klutch.anynines.com/scheduled-at': expect.stringMatching(/:00\.000Z$/),
      },
    },
    spec: { instanceRef: name, serviceInstanceType: 'postgresql' },
  });
});

it('keeps as many good backups as wanted, and those that users ordered or protected', async () => {
  const name = 'kept';
  await orderedReady(name);
  const [old, guarded, good, newest] = [
    await scheduledBackup(name, 50),
    await scheduledBackup(name, 40),
    await scheduledBackup(name, 30),
    await scheduledBackup(name, 20),
  ];
  await appCluster().mergePatch(
    backupResource,
    { namespace, name: guarded },
    {
      metadata: {
        labels: { 'klutch.anynines.com/deletion-protection': 'true' },
      },
    },
  );
  await appCluster().create(backupResource, {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    metadata: { namespace, name: 'by-hand' },
    spec: { instanceRef: name, serviceInstanceType: 'postgresql' },
  });
  await waitForRow(
    'the protection is listed',
    row => row.name === guarded && row.protected,
  );
  // With kubectl: no backup is due before next year's leap day.
  await appCluster().mergePatch(
    instanceResource,
    { namespace, name },
    {
      metadata: {
        annotations: {
          'klutch.anynines.com/backup-schedule': '0 0 29 2 *',
          'klutch.anynines.com/backups-kept': '2',
        },
      },
    },
  );
  await waitForRow(
    'the schedule is listed',
    row => row.name === name && row.backupSchedule?.kept === 2,
  );
  await runAt(nextDeletion());
  const left = (await backupsOf(name)).map(({ metadata }) => metadata.name);
  expect(left.sort()).toEqual(['by-hand', good, guarded, newest].sort());
  expect(left).not.toContain(old);
});

it('takes no backup of an instance that is not ready, and none after the schedule was removed', async () => {
  const name = 'later';
  await fixture.ordered(cluster, name);
  await setSchedule(name, { cron: everyMinute });
  await waitForRow(
    'the schedule is listed',
    row => row.name === name && Boolean(row.backupSchedule),
  );
  await run();
  await setSchedule(name, null);
  await reportReady(instanceResource, name);
  await waitForRow(
    'the schedule is removed',
    row => row.name === name && row.state === 'Ready' && !row.backupSchedule,
  );
  await run();
  expect(await backupsOf(name)).toEqual([]);
});

it('refuses what cannot be carried out, and those who may not order backups', async () => {
  const name = 'refused';
  await fixture.ordered(cluster, name);
  for (const cron of ['every night', '0 0 3 * * *', '99 3 * * *']) {
    const { response, error } = await setSchedule(name, { cron });
    expect(response.status).toBe(422);
    expect(error?.error.causes?.[0]).toMatchObject({
      field: 'backupSchedule.cron',
      message: expect.stringMatching(/five fields/),
    });
  }
  const guest = await setSchedule(
    name,
    { cron: everyMinute },
    { user: fixture.portal.as('guest') },
  );
  expect(guest.response.status).toBe(403);
  expect((await detailOf(name))?.backupSchedule).toBeUndefined();
});

it('lets only those limit the number who may delete backups', async () => {
  const where = { namespace: 'team-keep' };
  await apply(appCluster(), [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-keep' } },
    clusterRole('keeper', [
      rule('anynines.com', ['*'], ['get', 'list', 'create', 'patch']),
    ]),
    binding('keeper', 'developers', 'team-keep'),
  ]);
  const name = 'keeps-all';
  await eventually(
    'alice may order there',
    async () =>
      (await fixture.order(cluster, name, where)).response.status === 201,
  );
  const limited = await setSchedule(
    name,
    { cron: everyMinute, kept: 1 },
    where,
  );
  expect(limited.response.status).toBe(403);
  expect(limited.error?.error.message).toMatch(/may not delete backups/);
  const all = await setSchedule(name, { cron: everyMinute }, where);
  expect(all.data?.backupSchedule).toEqual({ cron: everyMinute });
});

it('shows a schedule that kubectl set to no cron expression, and ignores it', async () => {
  const name = 'unreadable';
  await orderedReady(name);
  await appCluster().mergePatch(
    instanceResource,
    { namespace, name },
    {
      metadata: {
        annotations: { 'klutch.anynines.com/backup-schedule': 'not cron' },
      },
    },
  );
  await eventually('the schedule is shown as none', async () => {
    const detail = await detailOf(name);
    return (
      detail?.backupSchedule?.cron === 'not cron' &&
      detail.backupTimes?.nextAt === undefined
    );
  });
  await run();
  expect(await backupsOf(name)).toEqual([]);
});
