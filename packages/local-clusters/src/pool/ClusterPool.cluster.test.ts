import { Agent, request } from 'undici';
import { createAdminApi, type AdminApi } from '../adminApi';
import { clusterPaths, readAdmin } from '../clusterDirectory';
import { itLong } from '../testing/describeLong';
import { ClusterPool } from './ClusterPool';
import type { PooledCluster } from './PooledCluster';

jest.setTimeout(60_000);

const pool = new ClusterPool();
let api: AdminApi;
afterAll(async () => {
  await api?.close();
  await pool.stop();
});

const acquire = async (): Promise<PooledCluster> => {
  const pooled = await pool.acquire({});
  await api?.close();
  const { dir, url } = pooled.cluster;
  api = createAdminApi({ url, ...(await readAdmin(clusterPaths(dir))) });
  return pooled;
};

const thing = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
};

/** All kinds of objects that a suite may leave, with finalizers that no controller removes. */
const leaveThingsBehind = async () => {
  await api.apply('/api/v1/namespaces/team-a', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'team-a' },
  });
  await api.apply('/api/v1/namespaces/team-a/configmaps/kept', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'kept', finalizers: ['example.org/never'] },
  });
  await api.apply(
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.org',
    thing,
  );
  await api.apply('/apis/rbac.authorization.k8s.io/v1/clusterroles/view', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'view', labels: { changed: 'by-a-test' } },
  });
};

const namesAt = async (path: string): Promise<string[]> => {
  const { body } = await api.get(path);
  const { items }: { items: { metadata: { name: string } }[] } =
    JSON.parse(body);
  return items.map(({ metadata }) => metadata.name);
};

const deleteNamespace = async ({ cluster }: PooledCluster, name: string) => {
  const { caCert, credentials } = await readAdmin(clusterPaths(cluster.dir));
  const dispatcher = new Agent({
    connect: { ca: caCert, cert: credentials.cert, key: credentials.key },
  });
  const { body } = await request(
    new URL(`/api/v1/namespaces/${name}`, cluster.url),
    { method: 'DELETE', dispatcher },
  );
  await body.dump();
  await dispatcher.destroy();
};

itLong('resets a released cluster to the state after its start', async () => {
  const first = await acquire();
  await leaveThingsBehind();
  pool.release(first, {});
  await pool.idle();
  const second = await acquire();

  expect(second).toBe(first);
  expect(await namesAt('/api/v1/namespaces')).toEqual([
    'default',
    'kube-node-lease',
    'kube-public',
    'kube-system',
  ]);
  expect(
    await namesAt('/apis/apiextensions.k8s.io/v1/customresourcedefinitions'),
  ).toEqual([]);
  expect(await namesAt('/api/v1/configmaps')).not.toContain('kept');
  const view = await api.get(
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/view',
  );
  expect(view.body).not.toContain('"changed"');
  // The same type again, because most suites install the same types.
  await leaveThingsBehind();
});

itLong(
  'ends the deletion of a namespace, which would go on in a new one of the same name',
  async () => {
    const first = await acquire();
    await leaveThingsBehind();
    await deleteNamespace(first, 'team-a');
    pool.release(first, {});
    await pool.idle();
    expect(await acquire()).toBe(first);
    await leaveThingsBehind();
    expect(await namesAt('/api/v1/namespaces/team-a/configmaps')).toContain(
      'kept',
    );
  },
);
