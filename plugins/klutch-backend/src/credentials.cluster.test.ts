/** Credentials of service bindings: who may read them, and that they appear nowhere else. */
import { restoreRefusal } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { claimResource } from './claimApis/claimResource';
import { apply, binding, clusterRole } from './testing/__testUtils__/clusters';
import {
  backups,
  bindings,
  instances,
  namespace,
  PortalFixture,
  restores,
} from './testing/__testUtils__/PortalFixture';
import { eventually } from './testing/__testUtils__/eventually';
import { sampleApi } from './testing/__testUtils__/samples';

jest.setTimeout(120_000);

const cluster = 'apps-dev';
const canary = 'canary-8f1d2c';
let fixture: PortalFixture;

/** Neither credentials nor the private key of the uploaded kubeconfig may appear in what the portal returns or records. */
function expectNothingDisclosed(returned: unknown[] = []) {
  const { clusters, portal } = fixture;
  const key = /client-key-data: (\S+)/.exec(clusters.appClusterKubeconfig);
  const { audit, log, signals } = portal;
  const everything = JSON.stringify([returned, log, signals, audit]);
  expect(everything).not.toContain(canary);
  expect(everything).not.toContain(
    Buffer.from(canary).toString('base64').slice(0, -2),
  );
  expect(everything).not.toContain(key?.[1]);
}

beforeAll(async () => {
  fixture = await PortalFixture.start();
  await fixture.waitUntilWatched();
  await fixture.bound(cluster, [instances, bindings, backups, restores]);
});
afterEach(() => expectNothingDisclosed());
afterAll(() => fixture?.stop());

const pathOf = (name: string) => ({
  path: { cluster, namespace, resource: bindings, name },
});

const reveal = (user: 'alice' | 'guest', name: string, reason?: string) =>
  fixture.portal
    .as(user)
    .POST('/claims/{cluster}/{namespace}/{resource}/{name}/reveal', {
      params: pathOf(name),
      ...(reason && { body: { reason } }),
    });

/** Orders a service binding, and creates its Secret as the konnector does. */
async function withCredentials(name: string, instance: string): Promise<void> {
  await fixture.orderedBinding(cluster, name, instance);
  await fixture.clusters.appCluster.admin.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-creds`, namespace },
    stringData: { host: '127.0.0.1', username: 'u1', password: canary },
  });
}

describe('credentials', () => {
  it('have not arrived at first', async () => {
    await fixture.orderedBinding(cluster, 'early', 'orders-early');
    const { error, response } = await reveal('alice', 'early');
    expect(response.status).toBe(404);
    expect(error?.error.message).toMatch(/have not arrived/);
  });

  it('R19: are of the service that names their API', async () => {
    await fixture.ordered(cluster, 'orders-named');
    await fixture.orderedBinding(cluster, 'named', 'orders-named');
    const bindingsOf = async (instanceResource: string) => {
      const { data } = await fixture.alice().GET('/claims', {
        params: {
          query: {
            type: 'binding',
            instance: 'orders-named',
            instanceResource,
          },
        },
      });
      return data?.items.map(item => [item.name, item.instanceResource]);
    };
    await eventually('the row is listed', async () =>
      Boolean((await bindingsOf(instances))?.length),
    );
    expect(await bindingsOf(instances)).toEqual([['named', instances]]);
    expect(await bindingsOf('messagequeues.anynines.com')).toEqual([]);
    const { data } = await fixture.alice().GET('/services', {});
    const related = (kind: string) =>
      data?.items.find(item => item.kind === kind)?.relatedApis;
    expect(related('PostgresqlInstance')).toEqual({
      binding: bindings,
      backup: backups,
      restore: restores,
    });
    expect(related('MessageQueue') ?? {}).toEqual({});
  });

  it('are revealed on click, audited and not stored', async () => {
    await withCredentials('revealed', 'orders-revealed');
    const { data, response } = await reveal('alice', 'revealed');
    expect(data).toEqual({
      secretName: 'revealed-creds',
      fields: [
        { key: 'host', value: '127.0.0.1', secret: false },
        { key: 'username', value: 'u1', secret: false },
        { key: 'password', value: canary, secret: true },
      ],
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(fixture.portal.audit.at(-1)).toEqual({
      eventId: 'credentials-reveal',
      meta: pathOf('revealed').path,
      outcome: 'success',
    });
  });

  it('are revealed for a reason, which the audit event and the activity name', async () => {
    await fixture.ordered(cluster, 'orders-reason');
    await withCredentials('reason', 'orders-reason');
    await reveal('alice', 'reason', 'Incident 7');
    expect(fixture.portal.audit.at(-1)?.meta).toEqual({
      ...pathOf('reason').path,
      reason: 'Incident 7',
    });
    const { data } = await fixture
      .alice()
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}/activity', {
        params: {
          path: {
            cluster,
            namespace,
            resource: instances,
            name: 'orders-reason',
          },
        },
      });
    expect(
      data?.items.find(({ action }) => action === 'revealed'),
    ).toMatchObject({ name: 'reason', reason: 'Incident 7' });
  });

  it('are refused to a guest, with an audit event', async () => {
    await withCredentials('guarded', 'orders-guarded');
    const { response, error } = await reveal('guest', 'guarded');
    expect(response.status).toBe(403);
    expect(error?.error.message).toContain('klutch.credentials.reveal');
    expect(fixture.portal.audit.at(-1)).toMatchObject({
      eventId: 'credentials-reveal',
      meta: pathOf('guarded').path,
      outcome: 'fail',
    });
  });

  it('require the reveal permission for a restore, which brings back the protected data', async () => {
    const restore = (name: 'alice' | 'bob') =>
      fixture.portal.as(name).POST('/claims', {
        params: { query: { dryRun: true } },
        body: {
          cluster,
          namespace,
          resource: restores,
          name: 'r',
          spec: { backupRef: 'b', serviceInstanceType: 'postgresql' },
        },
      });
    const refused = await restore('bob');
    expect(refused.response.status).toBe(403);
    expect(refused.error?.error.message).toMatch(
      /^You may not restore backups, which requires the right to read/,
    );
    expect((await restore('alice')).error?.error.reason).toBe('BackupGone');
    await fixture.clusters.appCluster.admin.create(
      claimResource(sampleApi('backups')),
      {
        apiVersion: 'anynines.com/v1',
        kind: 'Backup',
        metadata: { namespace, name: 'b' },
        spec: { instanceRef: 'any', serviceInstanceType: 'postgresql' },
      },
    );
    expect((await restore('alice')).response.status).toBe(201);
  });

  it('require the right to get Secrets on the app cluster for a restore, also without the admission policy', async () => {
    const elsewhere = 'team-b';
    await apply(fixture.clusters.appCluster.admin, [
      clusterRole('restorers', [
        { apiGroups: ['anynines.com'], resources: ['restores'], verbs: ['*'] },
      ]),
      binding('restorers', 'developers', elsewhere),
    ]);
    const refused = await fixture.alice().POST('/claims', {
      params: { query: { dryRun: true } },
      body: {
        cluster,
        namespace: elsewhere,
        resource: restores,
        name: 'r',
        spec: { backupRef: 'b', serviceInstanceType: 'postgresql' },
      },
    });
    expect(refused.response.status).toBe(403);
    expect(refused.error?.error.message).toBe(
      `You may not order Restore "r" in namespace team-b on Development apps. ${restoreRefusal} Your user name there is klutch:alice.`,
    );
  });

  it('are in no list, detail, log, signal or audit event', async () => {
    await fixture.ordered(cluster, 'orders-secret');
    await withCredentials('secret', 'orders-secret');
    const { data: revealed } = await reveal('alice', 'secret');
    expect(JSON.stringify(revealed)).toContain(canary);
    const rows = await fixture.rowsOf('alice');
    expect(rows.map(({ name }) => name)).toContain('orders-secret');
    const { data: detail } = await fixture.claim(cluster, bindings, 'secret');
    expect(detail?.name).toBe('secret');
    expectNothingDisclosed([rows, detail]);
  });
});
