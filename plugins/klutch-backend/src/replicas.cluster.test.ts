/**
 * Two replicas on one PostgreSQL and real clusters, without sticky sessions: one in a process of its own, which is
 * killed in the end, the other in that of the test.
 */
import { createHash, randomBytes } from 'node:crypto';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  startRealProvider,
  type RealProvider,
} from '@klutch/binding-backend/src/testing/__testUtils__/realProvider';
import { bindResources } from '@klutch/bind-api';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import createKnex, { type Knex } from 'knex';
import { claimResource } from './claimApis/claimResource';
import {
  backups,
  instances,
  namespace,
  PortalFixture,
  queues,
} from './testing/__testUtils__/PortalFixture';
import {
  startClusters,
  type TestClusters,
} from './testing/__testUtils__/clusters';
import { eventually } from './testing/__testUtils__/eventually';
import { startPortal } from './testing/__testUtils__/portal';
import {
  startPostgresql,
  type TestPostgresql,
} from './testing/__testUtils__/postgresql';
import {
  HandshakeBrowser,
  hiddenField,
  locationOf,
  ReplicaProcess,
} from './testing/__testUtils__/replicas';
import { sampleApi } from './testing/__testUtils__/samples';

jest.setTimeout(240_000);

const cluster = 'apps-dev';
const schedules = 'klutch-backup-schedules';
/** As the load balancer's; nothing listens there. */
const externalUrl = 'http://localhost:1/api/klutch/binding';

let provider: RealProvider;
let postgresql: TestPostgresql;
let database: Knex;
let clusters: TestClusters;
let a: ReplicaProcess;
/** The fixture's portal is replica B. */
let fixture: PortalFixture;
/** Topics. */
const signalsAtB: unknown[] = [];
const tasksAtB: string[] = [];

beforeAll(async () => {
  jest.spyOn(console, 'warn').mockImplementation(); // the provider warns about its in-memory store
  a = new ReplicaProcess();
  [provider, postgresql, clusters] = await Promise.all([
    startRealProvider({ redirectUri: `${externalUrl}/callback` }),
    startPostgresql(),
    startClusters(),
  ]);
  const { connection } = postgresql;
  database = createKnex({ client: 'pg', connection });
  const { issuer, clientId, clientSecret } = provider;
  const klutch = {
    controlPlane: { kubeconfig: clusters.controlPlaneKubeconfig },
    appClusters: { allowLoopback: true },
    binding: {
      konnectorImage: 'registry.test/konnector:1',
      handshake: {
        externalUrl,
        identityProviders: [{ id: 'real', issuer, clientId, clientSecret }],
      },
    },
  };
  // One after the other: Backstage's own tables are made by the first.
  await a.start({ klutch, database: connection });
  const portal = await startPortal(klutch, {
    database: connection,
    onSignal: ({ topic }) => signalsAtB.push(topic),
    onTask: id => tasksAtB.push(id),
  });
  fixture = PortalFixture.of(clusters, portal);
  await fixture.waitUntilWatched();
  await fixture.bound(cluster, [instances, backups]);
  await fixture.offered([queues]);
});

afterAll(async () => {
  await a?.kill();
  await (fixture ?? clusters)?.stop();
  await database?.destroy();
  await postgresql?.stop();
  await provider?.stop();
});

/** Waits until browsers of B are told of the topic, which the action at A causes. A signal of the platform is for all pages, and replaces one of claims. */
async function toldAtB(topic: string, action: () => Promise<unknown>) {
  const before = signalsAtB.length;
  await action();
  await eventually(`browsers of B are told of ${topic}`, async () =>
    signalsAtB
      .slice(before)
      .some(told => told === topic || told === 'platform'),
  );
}

/** Orders at A; waits until B lists the instance. */
async function orderedAtA(name: string) {
  const { response } = await a.as('alice').POST('/claims', {
    body: {
      cluster,
      namespace,
      resource: instances,
      name,
      spec: { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' },
    },
  });
  expect(response.status).toBe(201);
  await eventually('B lists the instance', async () =>
    (await fixture.rowsOf('alice')).some(row => row.name === name),
  );
}

itLong(
  'tells the browsers of both what either writes, to clusters and to the database',
  async () => {
    await toldAtB('claims', () => orderedAtA('seen-by-both'));
    await toldAtB('platform', () =>
      eventually('A takes a request for a service', async () => {
        const { response } = await a
          .as('alice')
          .POST('/services/{resource}/requests', {
            params: { path: { resource: queues } },
            body: { cluster },
            parseAs: 'text',
          });
        return response.ok;
      }),
    );
    const { data } = await fixture.oscar().GET('/platform/service-requests');
    expect(data?.items).toMatchObject([{ resource: queues, cluster }]);
  },
);

itLong(
  'takes a backup once, with one entry of activity, when both replicas run the schedules at the same time',
  async () => {
    const name = 'nightly';
    await orderedAtA(name);
    const { admin } = clusters.appCluster;
    const conditions = ['Synced', 'Ready'].map(type => ({
      type,
      status: 'True',
      reason: 'Available',
      lastTransitionTime: '2026-11-21T04:00:05Z',
    }));
    const resource = claimResource(sampleApi('postgresqlinstances'));
    const key = { namespace, name };
    const annotations = { 'klutch.anynines.com/backup-schedule': '* * * * *' };
    await admin.mergePatch(resource, key, { metadata: { annotations } });
    await admin.mergePatch(
      resource,
      key,
      { status: { conditions } },
      { subresource: 'status' },
    );
    for (const replica of [a, fixture.portal]) {
      await eventually('the replica knows the schedule', async () => {
        const { data } = await replica.as('alice').GET('/claims');
        const row = data?.items.find(item => item.name === name);
        return row?.state === 'Ready' && row.backupSchedule !== undefined;
      });
    }
    const later = new Date(Date.now() + 60_000);
    const taken = async () =>
      (
        await admin.list(claimResource(sampleApi('backups')), { namespace })
      ).items.filter(({ spec }) => spec?.instanceRef === name);
    // A run waits while a replica cannot read backups yet, whose role was just granted.
    await eventually('a backup is taken', async () => {
      await Promise.all([
        a.runTask(schedules, later),
        fixture.portal.runTask(schedules, later),
      ]);
      return (await taken()).length > 0;
    });
    expect(await taken()).toHaveLength(1);
    expect(
      await database('klutch_activity').where({
        instance_name: name,
        type: 'backup',
      }),
    ).toMatchObject([{ action: 'created', user_ref: null }]);
  },
);

itLong('runs the schedules on one replica when they are due', async () => {
  const runs = () =>
    [...a.tasks, ...tasksAtB].filter(id => id === schedules).length;
  const before = runs();
  await fixture.portal.triggerTask(schedules);
  await eventually('the schedules run', async () => runs() > before);
  // The run is over when the next one is planned, so that no replica can still begin it.
  await eventually('the next run is planned', async () => {
    const task = await database('backstage_backend_tasks__tasks')
      .where({ id: schedules })
      .first();
    return task.current_run_ticket === null;
  });
  expect(runs()).toBe(before + 1);
});

itLong('redeems a join token of one replica once, at either', async () => {
  const { data } = await a
    .as('oscar')
    .POST('/platform/app-cluster-invitations', {
      body: { id: 'joined', title: 'Joined', apis: [{ resource: instances }] },
    });
  const [, code = ''] = /code=(\S+)/.exec(data?.command ?? '') ?? [];
  const answers = await Promise.all(
    [a.url, fixture.portal.url].map(url =>
      fetch(`${url}/binding/join`, {
        method: 'POST',
        body: new URLSearchParams({ code }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

itLong(
  'ends a handshake at B that begun at A, which was killed meanwhile',
  async () => {
    const b = fixture.portal;
    const browser = new HandshakeBrowser();
    const s = 'abc123';
    const verifier = randomBytes(32).toString('base64url');
    const pickup = createHash('sha256').update(verifier).digest('base64url');
    const client = { p: '8085', s, c: 'terminal', pickup };
    const signIn = locationOf(await browser.get(a, '/authorize', client));
    signIn.searchParams.set('login_hint', 'alice');
    const back = await provider.signIn(signIn);
    const callback = await browser.get(a, '/callback', back.searchParams);
    expect(callback.status).toBe(302);
    const consent = await browser.get(a, '/bind', { s, api: instances });
    const page = await consent.text();
    await a.kill();

    const granted = await browser.post(b, '/bind', {
      s,
      api: instances,
      csrf: hiddenField(page, 'csrf'),
      shown: hiddenField(page, 'shown'),
    });
    expect(granted.status).toBe(303);
    const code = locationOf(granted).searchParams.get('code') ?? '';
    const response = await browser.post(b, '/pickup', { code, verifier });
    expect(await response.json()).toMatchObject({ kind: 'BindingResponse' });
  },
);

itLong(
  'goes on with B alone after the loss of A, which led the controllers of bindings',
  async () => {
    await a.kill();
    await fixture.ordered(cluster, 'after-the-loss');
    const { admin } = clusters.controlPlane;
    const before = (await admin.list(bindResources.exports)).items.length;
    await fixture.bind(cluster, queues);
    await eventually(
      'B leads the controllers and exports an API',
      async () =>
        (await admin.list(bindResources.exports)).items.length > before,
      30_000,
    );
  },
);
