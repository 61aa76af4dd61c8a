import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { isCron, timesOf } from '../claimApis/backupSchedule';
import { backupTimes, planBackups, deletionsIn } from './planBackups';

type Claim = Schemas['Claim'];

const now = new Date('2026-11-26T10:00:00Z');

const claim = (more: Partial<Claim>): Claim => ({
  cluster: 'apps',
  clusterTitle: 'Apps',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  kind: 'PostgresqlInstance',
  type: 'instance',
  name: 'orders-db',
  uid: 'u',
  state: 'Ready',
  stateText: 'Ready',
  createdAt: '2026-11-20T00:00:00Z',
  deleting: false,
  protected: false,
  ...more,
});

/** A scheduled backup that was due on that day of November at 3:00. */
const backup = (day: number, more: Partial<Claim> = {}): Claim =>
  claim({
    type: 'backup',
    name: `b${day}`,
    scheduledAt: `2026-11-${day}T03:00:00.000Z`,
    ...more,
  });

const daily = { cron: '0 3 * * *' };
const today = {
  name: expect.stringMatching(/^orders-db-20261126-0300-[0-9a-f]{5}$/),
  scheduledAt: '2026-11-26T03:00:00.000Z',
};

it('instances of one name have backups of different names', () => {
  const nameFor = (resource: string) =>
    planBackups(claim({ resource }), daily, [], [], now).due?.name;
  expect(nameFor('mariadbs.anynines.com')).not.toBe(
    nameFor('postgresqlinstances.anynines.com'),
  );
});

describe('a backup', () => {
  it.each<[string, Partial<Claim>, Claim[], typeof today | undefined]>([
    ['is due when none was taken', {}, [], today],
    ['is due when the last one is from before', {}, [backup(25)], today],
    ['is due once when several were missed', {}, [backup(22)], today],
    ['is due beside those of users', {}, [claim({ type: 'backup' })], today],
    ['is not due twice', {}, [backup(26)], undefined],
    [
      'is not due again when it has failed',
      {},
      [backup(26, { state: 'Failed' })],
      undefined,
    ],
    [
      'is not due for a time before the instance was ordered',
      { createdAt: '2026-11-26T03:00:01Z' },
      [],
      undefined,
    ],
    [
      'waits while one is under way, because those that pile up show the same data',
      {},
      [backup(25, { state: 'Waiting' })],
      undefined,
    ],
    [
      'does not wait for one that is being deleted',
      {},
      [backup(25, { state: 'Deleting', deleting: true })],
      today,
    ],
    [
      'is due beside those of an earlier instance of that name',
      { createdAt: '2026-11-26T02:00:00Z' },
      [backup(26, { createdAt: '2026-11-26T01:00:00Z' })],
      today,
    ],
    [
      'waits for an instance that is not ready',
      { state: 'Updating' },
      [],
      undefined,
    ],
    ['is due when the instance is degraded', { state: 'Degraded' }, [], today],
    [
      'is not due while the instance is deleted',
      { deleting: true },
      [],
      undefined,
    ],
  ])('%s', (_, instance, backups, due) => {
    expect(planBackups(claim(instance), daily, backups, [], now).due).toEqual(
      due,
    );
  });

  it.each([
    ['2026-11-26T03:00:01Z', undefined],
    ['2026-11-26T02:59:59Z', today],
    // What people may write there must not end the backups.
    ['2999-01-01T00:00:00Z', today],
  ])('of a schedule that was set at %s', (backupScheduleSetAt, due) => {
    const instance = claim({ backupScheduleSetAt });
    const plan = planBackups(instance, daily, [], [], now);
    expect(plan.due).toEqual(due);
  });

  it('has a name that fits into a label', () => {
    const name = 'a'.repeat(63);
    const { due } = planBackups(claim({ name }), daily, [], [], now);
    expect(due?.name).toMatch(/^a+-20261126-0300-[0-9a-f]{5}$/);
    expect(due?.name).toHaveLength(63);
  });
});

describe('expired backups', () => {
  const expiredOf = (
    kept: number | undefined,
    backups: Claim[],
    restores: Claim[] = [],
    instance = claim({}),
  ) =>
    planBackups(
      instance,
      { ...daily, kept },
      backups,
      restores,
      now,
    ).expired.map(({ name }) => name);
  const five = [22, 23, 24, 25, 26].map(day => backup(day));

  it.each<[string, number | undefined, Claim[], string[]]>([
    ['are none without a number', undefined, five, []],
    ['are older than those that are kept', 3, five, ['b23', 'b22']],
    [
      'do not count failed ones as kept',
      2,
      [...five.slice(0, 3), backup(25, { state: 'Failed' }), five[4]!],
      ['b23', 'b22'],
    ],
    [
      'are none while there are fewer good ones',
      2,
      [
        backup(24, { state: 'Failed' }),
        backup(25),
        backup(26, { state: 'Creating' }),
      ],
      [],
    ],
    [
      'leave out those that are protected, deleted already or under way',
      1,
      [
        backup(22, { protected: true }),
        backup(23, { deleting: true }),
        backup(24, { state: 'Creating' }),
        backup(25),
        backup(26),
      ],
      ['b25'],
    ],
    [
      'are never those of users',
      1,
      [...five.slice(3), claim({ type: 'backup', name: 'by-hand' })],
      ['b25'],
    ],
  ])('%s', (_, kept, backups, names) => {
    expect(expiredOf(kept, backups)).toEqual(names);
  });

  it('leave out those of an earlier instance of that name', () => {
    const recreated = claim({ createdAt: '2026-11-24T00:00:00Z' });
    const backups = five.map(one => ({
      ...one,
      createdAt: one.scheduledAt ?? '',
    }));
    expect(expiredOf(1, backups, [], recreated)).toEqual(['b25', 'b24']);
  });

  it.each([
    ['Waiting', ['b22']],
    ['Ready', ['b23', 'b22']],
  ] as const)('leave out that of a restore that is %s', (state, names) => {
    const restore = claim({ type: 'restore', backupRef: 'b23', state });
    expect(expiredOf(3, five, [restore])).toEqual(names);
    const elsewhere = { ...restore, namespace: 'team-b' };
    expect(expiredOf(3, five, [elsewhere])).toEqual(['b23', 'b22']);
  });
});

describe('times', () => {
  it('are shown, with the one that is missing after ten minutes', () => {
    const nextAt = '2026-11-27T03:00:00.000Z';
    const times = (backups: Claim[], at = now) =>
      backupTimes(claim({}), daily, backups, at);
    expect(times([backup(26)])).toEqual({ nextAt });
    expect(times([backup(25)])).toEqual({
      nextAt,
      overdueSince: today.scheduledAt,
    });
    expect(times([backup(25)], new Date('2026-11-26T03:09:00Z'))).toEqual({
      nextAt,
    });
    expect(backupTimes(claim({}), { cron: 'x' }, [], now)).toEqual({});
    // A schedule whose times follow each other sooner than the grace; one of an earlier instance does not count.
    expect(
      backupTimes(
        claim({ createdAt: '2026-11-26T08:00:00Z' }),
        { cron: '*/5 * * * *' },
        [backup(26)],
        now,
      ).overdueSince,
    ).toBe('2026-11-26T09:50:00.000Z');
  });

  it('include the present second', () => {
    const at = new Date('2026-11-26T03:00:00Z');
    expect(timesOf(daily.cron, at)?.lastDue).toEqual(at);
  });

  it.each([
    ['0 3 * * *', true],
    ['*/15 8-18 * * mon-fri', true],
    ['0 0 29 2 *', true],
    ['0 3 * *', false],
    ['0 0 3 * * *', false],
    ['@daily', false],
    ['0 3 * * THU', true],
    ['H 3 * * *', false],
    ['0 0 30 2 *', false],
    ['61 3 * * *', false],
    ['', false],
  ])('of %p are known: %p', (cron, known) => {
    expect(isCron(cron)).toBe(known);
  });
});

it.each([1, 10, 60, 133, 134, 1_000, 80_000])(
  'of %i backups, fewer are deleted within any ten minutes than the konnector allows',
  present => {
    const start = Date.parse('2026-11-26T02:57:10Z');
    const perMinute = Array.from({ length: 60 }, (_, minute) =>
      deletionsIn(new Date(start + minute * 60_000), present),
    );
    const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
    // Its record counts whole minutes, of which eleven overlap with ten minutes.
    const most = Math.max(
      ...perMinute
        .slice(10)
        .map((_, end) => sum(perMinute.slice(end, end + 11))),
    );
    expect(most).toBeLessThanOrEqual(Math.max(5, Math.floor(present / 10)) - 1);
    expect(sum(perMinute)).toBeGreaterThanOrEqual(12);
  },
);
