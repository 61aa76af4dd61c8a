import { TcpProxy } from '@klutch/local-clusters';
import { isUnauthorized } from '../errors';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { useCluster } from './__testUtils__/useCluster';
import { useExecPlugin } from './__testUtils__/useExecPlugin';
import { whoAmI } from './__testUtils__/whoAmI';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { loadKubeConfig } from './kubeConfig';

const fixture = useCluster('kube-exec');
const program = useExecPlugin();
let proxy: TcpProxy;
let client: KubeClient;

beforeEach(async () => {
  proxy = await TcpProxy.start(fixture.cluster.url);
  const kubeconfig = fixture.kubeconfigWith(
    { exec: program.exec() },
    { server: proxy.url },
  );
  client = createClient(loadKubeConfig(kubeconfig), {
    policy: { exec: 'allow' },
  });
});
afterEach(async () => {
  await client.close();
  await proxy.stop();
});

/** A new certificate in the format of the program's output. */
async function certificateFor(name: string) {
  const kubeconfig = await fixture.cluster.user(name, ['system:masters']);
  const user = loadKubeConfig(kubeconfig).getCurrentUser();
  const pem = (data?: string) => Buffer.from(data ?? '', 'base64').toString();
  return {
    clientCertificateData: pem(user?.certData),
    clientKeyData: pem(user?.keyData),
  };
}

it('uses the token of the program, and the next one after a refusal', async () => {
  const { namespace, tokenOf } = fixture;
  await program.answer({ token: 'ended' });
  expect(isUnauthorized(await rejection(whoAmI(client)))).toBe(true);
  await program.answer({ token: (await tokenOf('one')).token });
  const names = await Promise.all(
    Array.from({ length: 5 }, async () => (await whoAmI(client)).username),
  );
  const account = `system:serviceaccount:${namespace}:one`;
  expect(names).toEqual(Array(5).fill(account));
  // One run at the start, one after the first refusal, one after the refusals at the end.
  expect(await program.runs()).toHaveLength(3);
});

it('signs in with the certificate of the program, and replaces the connections with the certificate', async () => {
  const { admin, configMap, namespace } = fixture;
  await program.answer({
    ...(await certificateFor('first')),
    expirationTimestamp: new Date(Date.now() + 1_000).toISOString(),
  });
  expect((await whoAmI(client)).username).toBe('first');
  const seen: string[] = [];
  const watching = (async () => {
    for await (const { type } of client.watch(core.configMaps, {
      namespace,
      sendInitialEvents: true,
    })) {
      seen.push(type);
    }
  })();
  await eventually('the watch has received a bookmark', () =>
    seen.includes('BOOKMARK'),
  );
  await program.answer(await certificateFor('second'));
  await eventually(
    'the client authenticates with the second certificate',
    async () => (await whoAmI(client)).username === 'second',
  );
  await watching;
  await eventually('one connection is open', () => proxy.connections === 1);
  await client.create(core.configMaps, configMap('a'));
  expect(
    await admin.get(core.configMaps, { namespace, name: 'a' }),
  ).toBeDefined();
  expect(await program.runs()).toHaveLength(2);
});

it('reports that there are no credentials', async () => {
  await program.write('echo secret-word >&2', 'exit 1');
  const error = await rejection(whoAmI(client));
  expect(error).toMatchObject({
    name: 'ConnectionError',
    failure: 'credentials',
    message: expect.stringContaining('Run it by hand to see why.'),
  });
  expect(String(error)).not.toContain('secret-word');
});

it('reports that the certificate of the program cannot be used', async () => {
  await program.answer({
    clientCertificateData: 'secret-word',
    clientKeyData: 'secret-word',
  });
  const error = await rejection(whoAmI(client));
  expect(error).toMatchObject({
    name: 'ConnectionError',
    failure: 'credentials',
    message: expect.stringContaining('client certificate cannot be used'),
  });
  expect(String(error)).not.toContain('secret-word');
});
