import { AddressInfo, createServer } from 'node:net';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { ConnectProxy } from './__testUtils__/ConnectProxy';
import { useCluster } from './__testUtils__/useCluster';
import { whoAmI } from './__testUtils__/whoAmI';
import { ClientOptions } from './ClientOptions';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { loadKubeConfig } from './kubeConfig';

const fixture = useCluster('kube-proxy-url');
let proxy: ConnectProxy;
let client: KubeClient | undefined;

beforeEach(async () => {
  proxy = await ConnectProxy.start('somebody:secret-word');
  client = undefined;
});
afterEach(async () => {
  await client?.close();
  await proxy.stop();
});

/** The admin's client through a proxy. */
function clientThrough(
  proxyUrl: string,
  cluster: object = {},
  options: ClientOptions = {},
): KubeClient {
  const user = loadKubeConfig(fixture.cluster.kubeconfig).getCurrentUser();
  const kubeconfig = fixture.kubeconfigWith(
    {
      'client-certificate-data': user?.certData,
      'client-key-data': user?.keyData,
    },
    { ...cluster, 'proxy-url': proxyUrl },
  );
  client = createClient(loadKubeConfig(kubeconfig), {
    policy: { proxy: 'allow' },
    ...options,
  });
  return client;
}

const withPassword = () => `http://somebody:secret-word@${proxy.address}`;

it('sends everything through the proxy, with the name and the certificate of the server itself', async () => {
  const { admin, cluster, configMap, namespace } = fixture;
  const own = clientThrough(withPassword(), { 'tls-server-name': 'localhost' });
  await own.create(core.configMaps, configMap('a'));
  expect(
    await admin.get(core.configMaps, { namespace, name: 'a' }),
  ).toBeDefined();
  const events = own.watch(core.configMaps, {
    namespace,
    sendInitialEvents: true,
    fieldSelector: 'metadata.name=a',
  });
  const first = await events[Symbol.asyncIterator]().next();
  expect(first.value).toMatchObject({ type: 'ADDED' });
  // One tunnel for requests, one for the watch.
  const target = new URL(cluster.url).host;
  expect(proxy.tunnels).toEqual([target, target]);
});

it('acts as a user with several groups through the proxy', async () => {
  const own = clientThrough(withPassword());
  const alice = own.as({ user: 'alice', groups: ['a', 'b', 'c'] });
  expect(await whoAmI(alice)).toMatchObject({
    username: 'alice',
    groups: ['a', 'b', 'c', 'system:authenticated'],
  });
});

it('checks the name of the server behind the proxy', async () => {
  const own = clientThrough(withPassword(), {
    'tls-server-name': 'elsewhere.example',
  });
  expect(await rejection(whoAmI(own))).toMatchObject({
    failure: 'unreachable',
    errorCode: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

it('names the proxy, but not its password, when the proxy refuses or is unavailable', async () => {
  const wrong = `http://somebody:other-word@${proxy.address}`;
  for (const url of [wrong, 'http://somebody:other-word@127.0.0.1:1']) {
    const own = clientThrough(url);
    const error = await rejection(whoAmI(own));
    expect(error).toMatchObject({ failure: 'unreachable' });
    expect(String(error)).toContain('through the proxy http://127.0.0.1:');
    expect(JSON.stringify(error) + String(error)).not.toContain('other-word');
    await own.close();
  }
});

it('times out when a proxy does not respond', async () => {
  const silent = createServer(socket => socket.resume());
  await new Promise<void>(resolve => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const { port } = silent.address() as AddressInfo;
  const own = clientThrough(
    `http://127.0.0.1:${port}`,
    {},
    {
      connectTimeoutMs: 1500,
    },
  );
  expect(await rejection(whoAmI(own))).toMatchObject({ failure: 'timeout' });
  await own.close();
  await new Promise<void>(resolve => {
    silent.close(() => resolve());
  });
});

it('starts and stops using a proxy without a restart', async () => {
  const own = clientThrough(withPassword());
  await whoAmI(own);
  await own.reconnect(loadKubeConfig(fixture.cluster.kubeconfig));
  const before = proxy.tunnels.length;
  await whoAmI(own);
  expect(proxy.tunnels).toHaveLength(before);
});

it('ignores a proxy of the environment', async () => {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY'];
  for (const name of names) process.env[name] = `http://${proxy.address}`;
  process.env.NODE_USE_ENV_PROXY = '1';
  try {
    const own = createClient(loadKubeConfig(fixture.cluster.kubeconfig));
    client = own;
    await whoAmI(own);
    expect(proxy.tunnels).toEqual([]);
  } finally {
    for (const name of [...names, 'NODE_USE_ENV_PROXY']) {
      delete process.env[name];
    }
  }
});
