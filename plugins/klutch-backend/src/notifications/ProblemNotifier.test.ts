import { mockServices, TestDatabases } from '@backstage/backend-test-utils';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { openDatabase } from '../database/openDatabase';
import { ProblemNotifier } from './ProblemNotifier';

type Claim = Schemas['Claim'];

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });
const { signal } = new AbortController();

const claim = (changes: Partial<Claim> = {}): Claim => ({
  cluster: 'apps',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  kind: 'PostgresqlInstance',
  type: 'instance',
  name: 'orders-db',
  uid: 'uid-1',
  state: 'Ready',
  stateText: 'Ready',
  createdAt: new Date(Date.now() - 86_400_000).toISOString(),
  deleting: false,
  protected: false,
  owner: 'group:default/shop',
  ...changes,
});

const related = (changes: Partial<Claim>): Claim =>
  claim({
    resource: 'servicebindings.anynines.com',
    instanceResource: 'postgresqlinstances.anynines.com',
    instanceRef: 'orders-db',
    owner: undefined,
    ...changes,
  });

const failed = () =>
  claim({ state: 'Failed', message: 'password of the broker is wrong' });

async function start() {
  const knex = await databases.init('SQLITE_3');
  await openDatabase(
    mockServices.database.mock({ getClient: async () => knex }),
  );
  const send = jest.fn(async (_options: unknown) => {});
  const warn = jest.fn();
  const state = { claims: [failed()], isCurrent: true };
  const notifier = () =>
    new ProblemNotifier({
      claims: () => state.claims,
      isCurrent: () => state.isCurrent,
      knex,
      logger: { warn } as never,
      mountPath: '/data',
      notifications: { send },
    });
  /** Titles of what a run sends. */
  const run = async (claims: Claim[] = state.claims) => {
    state.claims = claims;
    send.mockClear();
    // As after a restart: nothing may depend on memory.
    await notifier().run(signal);
    return send.mock.calls.map(
      ([options]) => (options as { payload: { title: string } }).payload.title,
    );
  };
  return { run, send, state, warn };
}

it('notifies the owner of a failed instance once, and once when it works again', async () => {
  const { run, send } = await start();
  expect(await run()).toEqual(['orders-db has failed']);
  const [begun] = send.mock.calls.map(([options]) => options as never);
  expect(begun).toEqual({
    recipients: { type: 'entity', entityRef: 'group:default/shop' },
    payload: {
      title: 'orders-db has failed',
      link: '/data/instances/apps/team-a/postgresqlinstances.anynines.com/orders-db',
      severity: 'high',
      topic: 'klutch-instance',
      scope: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  const { scope } = (begun as unknown as { payload: { scope: string } })
    .payload;
  expect(await run()).toEqual([]);
  expect(await run([claim()])).toEqual(['orders-db works again']);
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ payload: expect.objectContaining({ scope }) }),
  );
  expect(await run()).toEqual([]);
  expect(await run([failed()])).toEqual(['orders-db has failed']);
});

it('says nothing of an instance without a valid owner, and of one that is deleted', async () => {
  const { run } = await start();
  expect(await run([claim({ state: 'Failed', owner: undefined })])).toEqual([]);
  expect(
    await run([claim({ state: 'Failed', owner: 'component:default/web' })]),
  ).toEqual([]);
  expect(await run([failed()])).toHaveLength(1);
  expect(await run([])).toEqual([]);
});

it('notifies a new owner, and does not tell the former one that the problem is over', async () => {
  const { run, send } = await start();
  await run();
  expect(await run([{ ...failed(), owner: 'user:default/alice' }])).toEqual([
    'orders-db has failed',
  ]);
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({
      recipients: { type: 'entity', entityRef: 'user:default/alice' },
    }),
  );
  expect(await run([{ ...failed(), owner: undefined }])).toEqual([]);
});

it('neither begins nor ends anything while the app cluster is not current', async () => {
  const { run, state } = await start();
  state.isCurrent = false;
  expect(await run()).toEqual([]);
  state.isCurrent = true;
  expect(await run()).toHaveLength(1);
  state.isCurrent = false;
  expect(await run([])).toEqual([]);
  state.isCurrent = true;
  expect(await run([failed()])).toEqual([]);
});

it('tries again after a failure to send', async () => {
  const { run, send, warn } = await start();
  send.mockRejectedValueOnce(new Error('away'));
  await run();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await run()).toEqual(['orders-db has failed']);
});

it('notifies of failed and missing backups once for each instance', async () => {
  const { run } = await start();
  const scheduled = claim({ backupSchedule: { cron: '0 * * * *' } });
  const backup = (state: Claim['state'], minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    return related({
      type: 'backup',
      name: `backup-${minutesAgo}`,
      state,
      createdAt: at,
      scheduledAt: at,
    });
  };
  const stale = [scheduled, backup('Ready', 200)];
  expect(await run(stale)).toEqual([
    'orders-db has no backup for its last scheduled time',
  ]);
  expect(await run([...stale, backup('Failed', 0)])).toEqual([]);
  expect(
    await run([
      claim(),
      { ...backup('Failed', 9), scheduledAt: undefined },
      backup('Ready', 0),
    ]),
  ).toEqual(['Backups of orders-db are in order again']);
});

it('notifies the owner of the instance of each service binding that does not work', async () => {
  const { run } = await start();
  const binding = (name: string) =>
    related({ type: 'binding', name, state: 'Failed' });
  expect(await run([claim(), binding('web'), binding('jobs')])).toEqual([
    'The service binding web of orders-db does not work',
    'The service binding jobs of orders-db does not work',
  ]);
});
