import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { TcpProxy } from '@klutch/local-clusters';
import { KubeConfig } from '@kubernetes/client-node';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { createCache } from '../cache/createCache';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { useCluster } from './__testUtils__/useCluster';
import { whoAmI } from './__testUtils__/whoAmI';
import { createClient } from './createClient';
import { followKubeConfigOrInCluster } from './followKubeConfigOrInCluster';
import { KubeClient } from './KubeClient';
import { loadKubeConfig, loadKubeConfigFile } from './kubeConfig';

const fixture = useCluster('kube-rotation');
const rbac = 'rbac.authorization.k8s.io';
const writeCount = 200;

let dir: string;
let path: string;
let proxy: TcpProxy;
let client: KubeClient;
let stop: AbortController;

const pem = (data: string | undefined) => Buffer.from(data ?? '', 'base64');

/** Writes a new client certificate for the same or another user to the files that the kubeconfig names. */
async function writeCertificate(userName: string): Promise<void> {
  const user = loadKubeConfig(
    await fixture.cluster.user(userName, ['system:masters']),
  ).getCurrentUser();
  await writeFile(join(dir, 'cert.pem'), pem(user?.certData));
  await writeFile(join(dir, 'key.pem'), pem(user?.keyData));
}

async function writeKubeconfig(user: object): Promise<void> {
  const text = fixture.kubeconfigWith(user, { server: proxy.url });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

const waitForUsername = (name: string) =>
  eventually(
    `the server identifies the client as ${name}`,
    async () => (await whoAmI(client)).username === name,
  );

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
  path = join(dir, 'kubeconfig');
  proxy = await TcpProxy.start(fixture.cluster.url);
  stop = new AbortController();
  await writeCertificate('first');
  await writeKubeconfig({
    'client-certificate': 'cert.pem',
    'client-key': 'key.pem',
  });
  const kubeConfig = await loadKubeConfigFile(path);
  client = createClient(kubeConfig, { rateLimiter: 'unlimited' });
  followKubeConfigOrInCluster({
    file: path,
    kubeConfig,
    follower: client,
    signal: stop.signal,
  });
});

afterEach(async () => {
  stop.abort();
  await client.close();
  await proxy.stop();
  await rm(dir, { recursive: true });
});

itLong(
  'changes certificate and token under a watch and 200 writes, and loses nothing',
  async () => {
    const { admin, configMap, namespace, tokenOf } = fixture;
    await admin.create(core.clusterRoleBindings, {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: `masters-${namespace}` },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: ['one', 'two'].map(name => ({
        kind: 'ServiceAccount',
        namespace,
        name,
      })),
    });
    const tokens = [await tokenOf('one'), await tokenOf('two')];
    const account = (name: string) =>
      `system:serviceaccount:${namespace}:${name}`;

    const cache = createCache({ client, resource: core.configMaps, namespace });
    cache.start(stop.signal);
    await cache.whenSynced();

    let written = 0;
    let rotated = false;
    const failures: unknown[] = [];
    const writer = async () => {
      for (let i = written; i < writeCount || !rotated; i = written) {
        written += 1;
        await client
          .create(core.configMaps, configMap(`written-${i}`))
          .catch(error => failures.push(error));
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, writer));
    await waitForUsername('first');
    await writeCertificate('first');
    await writeCertificate('second');
    await waitForUsername('second');
    await writeKubeconfig({ token: tokens[0]?.token });
    await waitForUsername(account('one'));
    await writeKubeconfig({ token: tokens[1]?.token });
    await waitForUsername(account('two'));
    rotated = true;
    await writers;

    expect(failures).toEqual([]);
    expect(written).toBeGreaterThanOrEqual(writeCount);
    const names = () =>
      cache
        .list()
        .map(({ metadata }) => metadata.name)
        .filter(name => name?.startsWith('written-'));
    await eventually(
      'the cache has all objects',
      () => names().length === written,
    );
    expect(Object.keys(cache.health.restarts)).toEqual(['ended']);
    stop.abort();
    await client.close();
    await eventually('no connection is left', () => proxy.connections === 0);
  },
);

it('signs in as a pod does, with a token file and an authority that are renewed', async () => {
  const { cluster, namespace, tokenOf } = fixture;
  const mount = join(dir, 'var/run/secrets/kubernetes.io/serviceaccount');
  await mkdir(mount, { recursive: true });
  await writeFile(join(mount, 'token'), (await tokenOf('one')).token);
  // A foreign certificate authority.
  await writeFile(join(mount, 'ca.crt'), rootCertificates[0] ?? '');
  const { hostname, port } = new URL(cluster.url);
  const kubeConfig = new KubeConfig();
  process.env.KUBERNETES_SERVICE_HOST = hostname;
  process.env.KUBERNETES_SERVICE_PORT = port;
  kubeConfig.loadFromCluster(dir);
  delete process.env.KUBERNETES_SERVICE_HOST;
  delete process.env.KUBERNETES_SERVICE_PORT;

  const pod = createClient(kubeConfig);
  expect(await rejection(whoAmI(pod))).toMatchObject({
    failure: 'unreachable',
  });
  followKubeConfigOrInCluster({
    kubeConfig,
    follower: pod,
    signal: stop.signal,
  });
  await writeFile(join(mount, 'ca.crt'), pem(cluster.caData));
  await eventually('the new authority is trusted', async () => {
    const error = await rejection(whoAmI(pod));
    return error === undefined;
  });
  expect((await whoAmI(pod)).username).toBe(
    `system:serviceaccount:${namespace}:one`,
  );
  await pod.close();
});
