import { mockServices, TestDatabases } from '@backstage/backend-test-utils';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppClusterRecord } from '../clusters/appClusterSecret';
import { openDatabase } from '../database/openDatabase';
import { ProblemNotifier } from './ProblemNotifier';

type Claim = Schemas['Claim'];

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });
const { signal } = new AbortController();

const claim = (changes: Partial<Claim> = {}): Claim => ({
  cluster: 'apps',
  clusterTitle: 'Apps',
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
  const state = {
    appClusters: undefined as AppClusterRecord[] | undefined,
    claims: [failed()],
    isCurrent: true,
    exportRequests: undefined as Schemas['ExportRequest'][] | undefined,
    serviceRequests: [] as Schemas['OwnServiceRequest'][],
    kubeconfig: undefined as string | undefined,
    operators: ['group:default/platform', 'user:default/oscar'],
  };
  const notifier = () =>
    new ProblemNotifier({
      appClusters: () => state.appClusters,
      controlPlaneKubeconfig: async () => state.kubeconfig,
      claims: () => state.claims,
      exportRequests: () => state.exportRequests,
      serviceRequests: async () => state.serviceRequests,
      titleOf: id => `App cluster ${id}`,
      isCurrent: () => state.isCurrent,
      knex,
      logger: { warn } as never,
      mountPath: '/data',
      notifications: { send },
      operators: state.operators,
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
  const setNow = { backupScheduleSetAt: new Date().toISOString() };
  expect(await run([{ ...scheduled, ...setNow }])).toEqual([]);
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

const day = 86_400_000;

/** A kubeconfig whose token expires after this time. */
function kubeconfigFor(expiresInMs: number): string {
  const exp = Math.round((Date.now() + expiresInMs) / 1000);
  const claims = Buffer.from(JSON.stringify({ exp })).toString('base64url');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'portal',
    contexts: [
      { name: 'portal', context: { cluster: 'apps', user: 'portal' } },
    ],
    clusters: [{ name: 'apps', cluster: { server: 'https://apps.test' } }],
    users: [{ name: 'portal', user: { token: `e30.${claims}.secret` } }],
  });
}

describe('an app cluster', () => {
  const appCluster = (expiresInMs: number): AppClusterRecord => ({
    id: 'apps',
    title: 'Development apps',
    clusterNamespace: 'cluster-1',
    kubeconfig: kubeconfigFor(expiresInMs),
  });

  async function startWithout(claims: Claim[] = []) {
    const started = await start();
    const { run, state } = started;
    return {
      ...started,
      runWith: (appClusters: AppClusterRecord[] | undefined) => {
        state.appClusters = appClusters;
        return run(claims);
      },
    };
  }

  it('whose kubeconfig expires within a week is told to each operator once', async () => {
    const { runWith, send } = await startWithout();
    expect(await runWith([appCluster(8 * day)])).toEqual([]);
    const title = expect.stringMatching(
      /^The portal's kubeconfig of Development apps expires on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
    const soon = appCluster(6 * day);
    expect(await runWith([soon])).toEqual([title, title]);
    expect(send).toHaveBeenCalledWith({
      recipients: { type: 'entity', entityRef: 'group:default/platform' },
      payload: {
        title,
        link: '/data/platform/app-clusters/apps',
        severity: 'high',
        topic: 'klutch-app-cluster',
        scope: expect.any(String),
      },
    });
    expect(JSON.stringify(send.mock.calls)).not.toContain('secret');
    expect(await runWith([soon])).toEqual([]);
  });

  it('is told again when its kubeconfig was replaced, and when the new one expires', async () => {
    const { runWith, state } = await startWithout();
    state.operators = ['group:default/platform'];
    const expired = appCluster(-day);
    expect(await runWith([expired])).toEqual([
      expect.stringContaining('expires on'),
    ]);
    expect(await runWith([expired])).toEqual([]);
    expect(await runWith([appCluster(day)])).toEqual([
      expect.stringContaining('expires on'),
      "The portal's kubeconfig of Development apps was replaced",
    ]);
    expect(await runWith([appCluster(90 * day)])).toEqual([
      "The portal's kubeconfig of Development apps was replaced",
    ]);
  });

  it('is not told of once it is removed, nor to who is no operator any more', async () => {
    const { runWith, state } = await startWithout();
    const soon = appCluster(day);
    expect(await runWith([soon])).toHaveLength(2);
    state.operators = ['user:default/oscar'];
    expect(await runWith([soon])).toEqual([]);
    expect(await runWith([])).toEqual([]);
    expect(await runWith([soon])).toHaveLength(1);
  });

  it('changes nothing before all app clusters are known, nor for instances', async () => {
    const { runWith } = await startWithout([failed()]);
    const soon = appCluster(day);
    expect(await runWith([soon])).toHaveLength(3);
    expect(await runWith(undefined)).toEqual([]);
    expect(await runWith([soon])).toEqual([]);
  });

  it('without an expiry is no problem', async () => {
    const { runWith } = await startWithout();
    expect(await runWith([{ ...appCluster(day), kubeconfig: '' }])).toEqual([]);
  });
});

it("tells operators when the portal's kubeconfig of the control plane expires, and when it was replaced", async () => {
  const { run, send, state } = await start();
  const runWith = (kubeconfig: string | undefined) => {
    state.kubeconfig = kubeconfig;
    return run([]);
  };
  const soon = kubeconfigFor(6 * day);
  const title = expect.stringMatching(
    /^The portal's kubeconfig of the control plane expires on /,
  );
  expect(await runWith(soon)).toEqual([title, title]);
  expect(JSON.stringify(send.mock.calls)).not.toContain('secret');
  expect(await runWith(soon)).toEqual([]);
  // A file that cannot be read says nothing.
  expect(await runWith(undefined)).toEqual([]);
  const replaced = "The portal's kubeconfig of the control plane was replaced";
  expect(await runWith(kubeconfigFor(90 * day))).toEqual([replaced, replaced]);
});

describe('requests that wait for operators', () => {
  const ago = (minutes: number) =>
    new Date(Date.now() - minutes * 60_000).toISOString();
  const asked: Schemas['OwnServiceRequest'] = {
    id: 'r1',
    resource: 'mariadbs.anynines.com',
    title: 'MariaDB',
    cluster: 'apps',
    user: 'user:default/alice',
    requestedAt: ago(1),
    state: 'Open',
  };
  const exportRequest = (
    changes: Partial<Schemas['ExportRequest']> = {},
  ): Schemas['ExportRequest'] => ({
    cluster: 'apps',
    clusterNamespace: 'cluster-x',
    name: 'mariadb',
    resources: ['mariadbs.anynines.com'],
    phase: 'Pending',
    conditions: [],
    createdAt: ago(10),
    ...changes,
  });

  it('of people are told once, and once when answered; asking again is told again', async () => {
    const { run, send, state } = await start();
    state.operators = ['group:default/platform'];
    state.appClusters = [];
    const runWith = (...requests: Schemas['OwnServiceRequest'][]) => {
      state.serviceRequests = requests;
      return run([]);
    };
    expect(await runWith(asked)).toEqual([
      'alice asks for MariaDB on App cluster apps',
    ]);
    expect(send).toHaveBeenCalledWith({
      recipients: { type: 'entity', entityRef: 'group:default/platform' },
      payload: expect.objectContaining({
        link: '/data/platform/exports',
        severity: 'normal',
        topic: 'klutch-service-request',
      }),
    });
    expect(await runWith(asked)).toEqual([]);
    expect(await runWith({ ...asked, state: 'Approved' })).toEqual([
      'The request of alice for MariaDB on App cluster apps was answered or withdrawn',
    ]);
    expect(await runWith({ ...asked, requestedAt: ago(0) })).toHaveLength(1);
    // After a restart, requests are not known before app clusters are.
    state.appClusters = undefined;
    expect(await runWith()).toEqual([]);
  });

  it('of app clusters are told when the binding backend has not met them in two minutes', async () => {
    const { run, state } = await start();
    state.operators = ['group:default/platform'];
    const runWith = (...requests: Schemas['ExportRequest'][]) => {
      state.exportRequests = requests;
      return run([]);
    };
    expect(
      await runWith(
        exportRequest({ createdAt: ago(1) }),
        exportRequest({ name: 'met', phase: 'Succeeded' }),
      ),
    ).toEqual([]);
    const what = 'mariadbs.anynines.com by App cluster apps';
    expect(await runWith(exportRequest())).toEqual([
      `The request for ${what} is not met`,
    ]);
    state.exportRequests = undefined;
    expect(await run([])).toEqual([]);
    expect(await runWith(exportRequest({ phase: 'Succeeded' }))).toEqual([
      `The request for ${what} was met or withdrawn`,
    ]);
  });
});
