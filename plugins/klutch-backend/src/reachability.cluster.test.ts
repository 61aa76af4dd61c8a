import { writeFile } from 'node:fs/promises';
import { core } from '@klutch/kube';
import { TcpProxy } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { waitFor } from '@klutch/local-processes';
import { planTemplate, portalApiRole } from '@klutch/binding-backend';
import { appClusterSecret } from './clusters/appClusterSecret';
import { claimResource } from './claimApis/claimResource';
import {
  apply,
  installApi,
  startClusters,
  type TestClusters,
} from './testing/__testUtils__/clusters';
import { startPortal, type TestPortal } from './testing/__testUtils__/portal';
import { sampleApi } from './testing/__testUtils__/samples';
import { eventually } from './testing/__testUtils__/eventually';
import { bindResources, crds, names } from '@klutch/bind-api';

jest.setTimeout(120_000);

const resource = 'postgresqlinstances.anynines.com';
const api = sampleApi('postgresqlinstances');
const cluster = 'apps-dev';
const namespace = 'team-a';
const spec = { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' };

let clusters: TestClusters;
let portal: TestPortal;
let toControlPlane: TcpProxy;
let toAppCluster: TcpProxy;

const viaProxy = (kubeconfig: string, network: TcpProxy) =>
  kubeconfig.replace(/server: .*/, `server: ${network.url}`);

/** Registers and binds with kubectl's means, because the portal's own registration has a test elsewhere. */
async function prepare() {
  const { admin } = clusters.controlPlane;
  const [template, ...roles] = planTemplate({
    group: api.group,
    resource: api.plural,
  });
  await apply(admin, roles);
  await admin.create(bindResources.templates, template);
  const kubeconfig = viaProxy(clusters.appClusterKubeconfig, toAppCluster);
  await admin.create(
    core.secrets,
    appClusterSecret('klutch-portal', {
      id: cluster,
      title: 'Development apps',
      kubeconfig,
      clusterNamespace: 'cluster-x',
    }),
  );
  const apps = clusters.appCluster.admin;
  await apply(apps, [crds.apiServiceBindings, portalApiRole(api)]);
  await installApi(apps, api.plural);
  await waitFor(
    async () => {
      await apps.create(bindResources.bindings, {
        apiVersion: names.apiVersion,
        kind: 'APIServiceBinding',
        metadata: { name: resource, namespace: names.appClusterNamespace },
      });
      return true;
    },
    { what: 'bindings are served', timeoutMs: 20_000 },
  );
  await apps.create(claimResource(api), {
    apiVersion: 'anynines.com/v1',
    kind: api.kind,
    metadata: { name: 'orders-db', namespace },
    spec,
  });
}

const setLinkStates = (linkState: 'up' | 'down') => {
  toControlPlane.setLinkState(linkState);
  toAppCluster.setLinkState(linkState);
};

const start = () =>
  startPortal({
    controlPlane: { kubeconfig: clusters.controlPlaneKubeconfig },
    appClusters: { allowLoopback: true },
  });

const services = async (from = portal) => {
  const { data } = await from.as('alice').GET('/services');
  return data;
};

const order = (name: string, from = portal) =>
  from.as('alice').POST('/claims', {
    body: { cluster, namespace, resource, name, spec },
  });

const list = async (from = portal) => {
  const { data } = await from.as('alice').GET('/claims', {});
  return data;
};

const rows = async (from = portal) => (await list(from))?.items ?? [];

/** Waits until a portal reports both clusters as reachable, with the one service and the one instance. */
async function waitUntilCurrent(from = portal) {
  await eventually('the service is listed', async () => {
    const { items = [] } = (await services(from)) ?? {};
    return items.length === 1 && Boolean(items[0]?.clusters[0]?.bound);
  });
  await eventually('the instance is listed', async () => {
    const [row, ...others] = await rows(from);
    return (
      row?.name === 'orders-db' &&
      row.state !== 'Unknown' &&
      others.length === 0
    );
  });
  // The watches reconnect at different times.
  await eventually('the list is complete', async () => {
    const all = await list(from);
    const { reachable } = (await services(from))?.controlPlane ?? {};
    return Boolean(reachable && all?.complete);
  });
}

beforeAll(async () => {
  clusters = await startClusters();
  toControlPlane = await TcpProxy.start(clusters.controlPlane.cluster.url);
  toAppCluster = await TcpProxy.start(clusters.appCluster.cluster.url);
  await apply(clusters.appCluster.admin, [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: names.appClusterNamespace },
    },
  ]);
  await prepare();
  const kubeconfig = await clusters.controlPlane.cluster.user('klutch-portal');
  await writeFile(
    clusters.controlPlaneKubeconfig,
    viaProxy(kubeconfig, toControlPlane),
  );
  portal = await start();
});

beforeEach(() => waitUntilCurrent());

afterEach(async () => {
  setLinkStates('up');
  const { admin } = clusters.appCluster;
  const { items } = await admin.list(claimResource(api), { namespace });
  for (const { metadata } of items) {
    const name = metadata.name ?? '';
    if (name !== 'orders-db')
      await admin.delete(claimResource(api), { namespace, name });
  }
});

afterAll(async () => {
  await portal?.stop();
  await toControlPlane?.stop();
  await toAppCluster?.stop();
  await clusters?.stop();
});

itLong(
  'a portal that starts while the control plane is unreachable responds, reports the outage, and recovers by itself',
  async () => {
    setLinkStates('down');
    const started = await start();
    try {
      await eventually('the outage is reported', async () => {
        const { message = '' } = (await services(started))?.controlPlane ?? {};
        return message.includes('is unreachable');
      });
      expect(await services(started)).toMatchObject({
        items: [],
        controlPlane: {
          reachable: false,
          message:
            'The control plane is unreachable. The portal keeps trying to connect.',
        },
      });
      expect(await list(started)).toEqual({
        items: [],
        total: 0,
        clusters: [],
        complete: false,
      });
      const { response, error } = await order('refused-db', started);
      expect(response.status).toBe(503);
      expect(error?.error.message).toContain('control plane is unreachable');

      setLinkStates('up');
      await waitUntilCurrent(started);
      expect(await rows(started)).toMatchObject([{ name: 'orders-db' }]);
    } finally {
      await started.stop();
    }
  },
);

itLong(
  'does not report a cluster as unreachable when its connections break',
  async () => {
    const before = await services();
    toControlPlane.reset();
    const { admin } = clusters.controlPlane;
    const [template] = planTemplate({ group: api.group, resource: 'backups' });
    const created = await admin.create(bindResources.templates, template);
    await eventually('the new service is listed', async () =>
      Boolean((await services())?.items.some(({ type }) => type === 'backup')),
    );
    const after = await services();
    await admin.delete(bindResources.templates, {
      namespace: created.metadata.namespace,
      name: created.metadata.name ?? '',
    });
    await eventually('the withdrawal is listed', async () =>
      Boolean((await services())?.items.every(({ type }) => type !== 'backup')),
    );
    expect(after?.controlPlane).toEqual(before?.controlPlane);
  },
);

describeLong('the control plane', () => {
  it('is reported as unreachable when it hangs without a broken connection, and as reachable afterwards', async () => {
    toControlPlane.setLinkState('stalled');
    // Two probes have to fail, as no watch reports a problem.
    await waitFor(
      async () => (await services())?.controlPlane.reachable === false,
      { what: 'the outage is reported', timeoutMs: 60_000 },
    );
    expect((await services())?.controlPlane.message).toBe(
      'The control plane is unreachable. The portal keeps trying to connect.',
    );
    toControlPlane.setLinkState('up');
    await eventually('the control plane is reported as reachable', async () =>
      Boolean((await services())?.controlPlane.reachable),
    );
  });
});

describeLong('while the control plane is unreachable', () => {
  it('lists remain, orders are accepted, and writes to the control plane report the outage', async () => {
    const signals = portal.signals.length;
    toControlPlane.setLinkState('down');
    await eventually('the outage is reported', async () => {
      const { controlPlane } = (await services()) ?? {};
      return controlPlane?.reachable === false;
    });
    expect((await services())?.items).toHaveLength(1);
    await eventually('pages are notified', async () =>
      portal.signals.slice(signals).some(({ topic }) => topic === 'platform'),
    );
    expect((await order('second-db')).response.status).toBe(201);
    const { response, error } = await portal
      .as('oscar')
      .POST('/platform/export-templates', {
        body: { resource: 'backups.anynines.com', claims: [] },
      });
    expect(response.status).toBe(503);
    expect(error?.error).toMatchObject({
      name: 'ServiceUnavailableError',
      message: expect.stringMatching(/^The control plane is unreachable now/),
    });
    toControlPlane.setLinkState('up');
    await eventually('the control plane is reported as reachable', async () =>
      Boolean((await services())?.controlPlane.reachable),
    );
  });
});

describeLong('while an app cluster is unreachable', () => {
  it('its rows remain, as stale, for users who saw them, and recover by themselves', async () => {
    expect((await order('second-db')).response.status).toBe(201);
    await eventually(
      'both instances are listed',
      async () => (await rows()).length === 2,
    );
    toAppCluster.setLinkState('down');
    await eventually('the outage is reported', async () => {
      const { data } = await portal.as('alice').GET('/app-clusters');
      return data?.items[0]?.reachability.reachable === false;
    });
    expect((await list())?.complete).toBe(false);
    await eventually('both rows are unknown', async () =>
      (await rows()).every(({ state }) => state === 'Unknown'),
    );
    const greyed = await rows();
    expect(greyed).toHaveLength(2);
    expect(greyed[0]).toMatchObject({
      message:
        'Development apps is unreachable. The portal keeps trying to connect.',
      lastSeenAt: expect.any(String),
    });
    const path = { cluster, namespace, resource, name: 'orders-db' };
    const { data: detail } = await portal
      .as('alice')
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: { path },
      });
    expect(detail).toMatchObject({
      state: 'Unknown',
      spec,
      lastSeenAt: expect.any(String),
    });
    const { response, error } = await portal
      .as('alice')
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}/events', {
        params: { path },
      });
    expect(response.status).toBe(503);
    expect(error?.error.message).toMatch(/^Development apps is unreachable/);
    toAppCluster.setLinkState('up');
    await eventually('the rows are current again', async () =>
      (await rows()).every(({ state }) => state === 'Waiting'),
    );
  });

  itLong(
    'is reported when registered with a kubeconfig of an unreachable server',
    async () => {
      const { response, error } = await portal
        .as('oscar')
        .POST('/platform/app-clusters', {
          body: {
            id: 'nowhere',
            title: 'Nowhere',
            kubeconfig: clusters.appClusterKubeconfig.replace(
              /server: .*/,
              'server: https://127.0.0.1:1',
            ),
          },
        });
      expect(response.status).toBe(422);
      expect(error?.error.causes?.[0]).toMatchObject({
        field: 'kubeconfig',
        reason: 'KubeconfigServerSilent',
        message: expect.stringMatching(/responds at https:\/\/127.0.0.1:1/),
      });
      const { data } = await portal.as('oscar').GET('/platform/app-clusters');
      expect(data?.items.map(({ id }) => id)).toEqual([cluster]);
    },
  );
});
