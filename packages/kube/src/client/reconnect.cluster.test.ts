import { TcpProxy } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { CacheHealth } from '../cache/Cache';
import { createCache } from '../cache/createCache';
import { fakeMetrics } from '../controller/__testUtils__/fakeMetrics';
import { core, defineResource } from '../resources';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { useCluster } from './__testUtils__/useCluster';
import { whoAmI } from './__testUtils__/whoAmI';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { loadKubeConfig } from './kubeConfig';

const fixture = useCluster('kube-reconnect');
const { configMap } = fixture;
let before: TcpProxy;
let after: TcpProxy;
let client: KubeClient;

/** A kubeconfig for a user in the masters' group, through a proxy. */
async function kubeconfigFor(user: string, proxy: TcpProxy): Promise<string> {
  const { cluster } = fixture;
  const kubeconfig = await cluster.user(user, ['system:masters']);
  return kubeconfig.replaceAll(cluster.url, proxy.url);
}
const kubeConfigFor = async (user: string, proxy: TcpProxy) =>
  loadKubeConfig(await kubeconfigFor(user, proxy));

/** The proxy detects a closed connection shortly after the client has closed it. */
const noneOpen = (proxy: TcpProxy) =>
  eventually('no old connection is open', () => proxy.connections === 0);

beforeEach(async () => {
  const { url } = fixture.cluster;
  [before, after] = await Promise.all([
    TcpProxy.start(url),
    TcpProxy.start(url),
  ]);
  client = createClient(await kubeConfigFor('before', before), {
    rateLimiter: 'unlimited',
  });
});

afterEach(async () => {
  await client.close();
  await Promise.all([before.stop(), after.stop()]);
});

it('switches the identity of all derived clients, and leaves no old connection', async () => {
  const guard = { check: jest.fn(), signal: new AbortController().signal };
  const guarded = client.guarded(guard);
  const alice = client.as({ user: 'alice', groups: ['a', 'b'] });
  expect((await whoAmI(client)).username).toBe('before');
  expect(before.connections).toBeGreaterThan(0);

  await client.reconnect(await kubeConfigFor('after', after));

  await noneOpen(before);
  expect((await whoAmI(client)).username).toBe('after');
  expect((await whoAmI(guarded)).username).toBe('after');
  expect(await whoAmI(alice)).toMatchObject({
    username: 'alice',
    groups: ['a', 'b', 'system:authenticated'],
  });
  expect(guard.check).toHaveBeenCalledTimes(1);
  expect([client.server, alice.server]).toEqual([after.url, after.url]);
  await noneOpen(before);
});

it('can be called on a derived client', async () => {
  const derived = client.as({ user: 'alice', groups: [] });
  await derived.reconnect(await kubeConfigFor('after', after));
  expect((await whoAmI(client)).username).toBe('after');
});

it('lets running requests finish', async () => {
  const { namespace } = fixture;
  const writes = Array.from({ length: 60 }, (_, i) =>
    client.create(core.configMaps, configMap(`under-way-${i}`)),
  );
  await eventually('connections are open', () => before.connections > 0);
  await client.reconnect(await kubeConfigFor('after', after));
  await Promise.all(writes);
  await noneOpen(before);
  const { items } = await client.list(core.configMaps, { namespace });
  expect(
    items.filter(({ metadata }) => metadata.name?.startsWith('under-way')),
  ).toHaveLength(60);
});

it('ends a watch that has received an event, without an error', async () => {
  const { namespace } = fixture;
  await client.create(core.configMaps, configMap('a'));
  const seen: string[] = [];
  const end = (async () => {
    for await (const { type } of client.watch(core.configMaps, {
      namespace,
      sendInitialEvents: true,
    })) {
      seen.push(type);
    }
    return 'in order';
  })();
  await eventually('the watch has received a bookmark', () =>
    seen.includes('BOOKMARK'),
  );
  await client.reconnect(await kubeConfigFor('after', after));
  expect(await end).toBe('in order');
  await noneOpen(before);
});

it('opens a silent watch again, from its version', async () => {
  const { namespace } = fixture;
  const { resourceVersion } = await client.list(core.configMaps, { namespace });
  let opened = 0;
  const stop = new AbortController();
  const events = client.watch(core.configMaps, {
    namespace,
    resourceVersion,
    fieldSelector: 'metadata.name=a',
    signal: stop.signal,
    onOpen: () => {
      opened += 1;
    },
  });
  const next = events[Symbol.asyncIterator]().next();
  await eventually('the watch is open', () => opened === 1);
  const open = before.connections;
  await client.reconnect(await kubeConfigFor('after', after));
  expect(open).toBeGreaterThan(0);
  await noneOpen(before);
  await client.create(core.configMaps, configMap('a'));
  expect((await next).value).toMatchObject({
    type: 'ADDED',
    object: { metadata: { name: 'a' } },
  });
  expect(opened).toBe(1);
  stop.abort();
});

it('lets a cache continue without a gap, a list or a wait', async () => {
  const { namespace } = fixture;
  const stop = new AbortController();
  const cache = createCache({ client, resource: core.configMaps, namespace });
  const states: string[] = [];
  cache.onHealth(({ state, reason }) => states.push(reason ?? state));
  cache.start(stop.signal);
  await cache.whenSynced();
  await eventually(
    'the cache watches',
    () => cache.health.state === 'watching',
  );
  states.length = 0;
  for (let round = 0; round < 5; round += 1) {
    const proxy = round % 2 ? before : after;
    await client.reconnect(await kubeConfigFor(`user-${round}`, proxy));
    await client.create(core.configMaps, configMap(`round-${round}`));
    await eventually(`the cache has the object of round ${round}`, () =>
      Boolean(cache.get(`${namespace}/round-${round}`)),
    );
  }
  expect(new Set(states)).toEqual(new Set(['connecting', 'watching']));
  stop.abort();
});

it('keeps the old kubeconfig when the new one cannot be used', async () => {
  const { cluster, kubeconfigWith, tokenOf } = fixture;
  const { token } = await tokenOf('worker');
  const worker = createClient(loadKubeConfig(kubeconfigWith({ token })));
  const { username } = await whoAmI(worker);
  const user = loadKubeConfig(cluster.kubeconfig).getCurrentUser();
  const other = loadKubeConfig(
    await cluster.user('x', ['system:masters']),
  ).getCurrentUser();
  const refused: [string, object, object][] = [
    ['through a plugin', { exec: { command: 'x' } }, {}],
    ['behind a proxy', {}, { 'proxy-url': 'http://127.0.0.1:1' }],
    [
      "cluster's certificate authority",
      {},
      { 'certificate-authority-data': 'Z2FyYmFnZQ==' },
    ],
    [
      'do not belong together',
      {
        'client-certificate-data': user?.certData,
        'client-key-data': other?.keyData,
      },
      {},
    ],
    [
      "certificate's key",
      {
        'client-certificate-data': user?.certData,
        'client-key-data': 'c2VjcmV0LXdvcmQ=',
      },
      {},
    ],
    [
      'client certificate',
      {
        'client-certificate-data': 'c2VjcmV0LXdvcmQ=',
        'client-key-data': user?.keyData,
      },
      {},
    ],
  ];
  for (const [words, userPart, clusterPart] of refused) {
    const error = await rejection(
      worker.reconnect(
        loadKubeConfig(
          kubeconfigWith({ token: 'ended', ...userPart }, clusterPart),
        ),
      ),
    );
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain('secret-word');
  }
  expect((await whoAmI(worker)).username).toBe(username);
  await worker.close();
});

describeLong('concurrent calls', () => {
  it('end with the kubeconfig of the last call', async () => {
    const [second, third] = await Promise.all([
      kubeConfigFor('second', after),
      kubeConfigFor('third', before),
    ]);
    await whoAmI(client);
    await Promise.all([client.reconnect(second), client.reconnect(third)]);
    expect((await whoAmI(client)).username).toBe('third');
    await noneOpen(after);
  });

  it('and a close end replaced connections, too', async () => {
    const kubeConfig = await kubeConfigFor('second', after);
    await whoAmI(client);
    const reconnected = client.reconnect(kubeConfig);
    await client.close();
    await reconnected;
    await Promise.all([noneOpen(before), noneOpen(after)]);
    expect(await rejection(whoAmI(client))).toMatchObject({
      failure: 'closed',
    });
  });

  it('after a close are refused', async () => {
    const kubeConfig = await kubeConfigFor('second', after);
    await client.close();
    expect(await rejection(client.reconnect(kubeConfig))).toMatchObject({
      failure: 'closed',
    });
  });
});

it('reports a missing resource', async () => {
  const nothing = defineResource({
    group: 'not-there.example',
    version: 'v1',
    plural: 'things',
    kind: 'Thing',
    namespaced: false,
  });
  const watch = client.watch(nothing, { resourceVersion: '1' });
  const first = rejection(watch[Symbol.asyncIterator]().next());
  await client.reconnect(await kubeConfigFor('after', after));
  expect(await first).toMatchObject({ code: 404 });
});

describeLong(
  'behind a proxy that drops all data and keeps connections open',
  () => {
    const keepalive = { idleMs: 1_000, timeoutMs: 1_000 };
    let stop: AbortController;
    let probing: KubeClient;
    let answers: string[];

    beforeEach(async () => {
      stop = new AbortController();
      answers = [];
      probing = createClient(await kubeConfigFor('probing', before), {
        keepalive,
        connectTimeoutMs: 1_000,
        metrics: fakeMetrics({
          requested: (verb, code) => answers.push(`${verb} ${code}`),
        }),
      });
    });
    afterEach(async () => {
      stop.abort();
      await probing.close();
    });

    const watched = async () => {
      const { namespace } = fixture;
      const resource = core.configMaps;
      const cache = createCache({ client: probing, resource, namespace });
      cache.start(stop.signal);
      await eventually(
        'the cache watches',
        () => cache.health.state === 'watching',
      );
      return cache;
    };

    it('R04: a watch ends after the silence and the timeout of the probe, and resumes with the proxy', async () => {
      const { admin, namespace } = fixture;
      const cache = await watched();
      // The first state that is seen by a poll may be of a later attempt.
      const failures: CacheHealth[] = [];
      cache.onHealth(health => {
        if (health.state === 'waiting') failures.push(health);
      });
      before.freeze();
      before.setLinkState('stalled');
      const startedMs = performance.now();
      await admin.create(core.configMaps, configMap('meanwhile'));
      const failure = await eventually(
        'the dead watch is detected',
        () => failures[0],
      );
      // Two seconds, plus the delays of a busy machine; without the keepalive it would take three minutes.
      expect(performance.now() - startedMs).toBeLessThan(20_000);
      expect(failure).toMatchObject({ reason: 'unreachable' });
      expect(failure.message).toContain(
        'did not respond to a probe within 1000 ms',
      );
      before.setLinkState('up');
      await eventually('the cache has the object', () =>
        Boolean(cache.get(`${namespace}/meanwhile`)),
      );
    });

    it('R04: a quiet watch stays open, because the server responds to the probes', async () => {
      const cache = await watched();
      answers.length = 0;
      await eventually('the server was probed', () => answers.length > 2);
      expect(answers).toEqual(answers.map(() => 'raw 200'));
      expect(cache.health).toMatchObject({ state: 'watching', restarts: {} });
    });
  },
);
