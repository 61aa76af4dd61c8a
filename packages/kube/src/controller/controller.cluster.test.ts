import { LocalCluster, borrowCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { createCache } from '../cache/createCache';
import { createClient } from '../client/createClient';
import { KubeClient } from '../client/KubeClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { ConfigMap } from '../coreTypes';
import { core } from '../resources';
import { parseKey } from '../keys';
import { eventually } from '../testing/eventually';
import { Deferred, deferred } from '../wait';
import { waitForIdle } from './__testUtils__/waitForIdle';
import { createController } from './createController';

let cluster: LocalCluster;
let client: KubeClient;
let stop: AbortController;

beforeAll(async () => {
  cluster = await borrowCluster({ name: 'kube-controller' });
  client = createClient(loadKubeConfig(cluster.kubeconfig), {
    rateLimiter: 'unlimited',
  });
}, 60_000);

afterAll(async () => {
  await client?.close();
  await cluster?.stop();
}, 60_000);

beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

const sourceLabel = 'example/source';
const groups = ['flooded', 'quiet-1', 'quiet-2'] as const;

const source = (namespace: string, name: string): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace, name, labels: { [sourceLabel]: 'true' } },
  data: { text: `of ${name}` },
});

const create = (namespace: string, name: string) =>
  client.create(core.configMaps, source(namespace, name));

/** Blocks reconciles and releases them one by one, then all. */
class Gate {
  #permits = 0;
  readonly #waiting: Deferred<void>[] = [];

  async pass(): Promise<void> {
    if (this.#permits > 0) {
      this.#permits -= 1;
      return;
    }
    const turn = deferred<void>();
    this.#waiting.push(turn);
    await turn.promise;
  }

  letThrough(count: number): void {
    this.#permits += count;
    while (this.#permits > 0 && this.#waiting.length > 0) {
      this.#permits -= 1;
      this.#waiting.shift()?.resolve();
    }
  }
}

/** A controller that copies each labelled ConfigMap, and records the order in which keys were started. */
function startCopies(concurrency: number) {
  const sources = createCache({
    client,
    resource: core.configMaps,
    labelSelector: sourceLabel,
  });
  const copies = createCache({
    client,
    resource: core.configMaps,
    labelSelector: `!${sourceLabel}`,
  });
  const begun: string[] = [];
  const gate = new Gate();
  const controller = createController({
    name: 'copies',
    concurrency,
    group: key => parseKey(key).namespace ?? '',
    watches: [
      { cache: sources },
      {
        cache: copies,
        key: ({ metadata: { namespace, name = '' } }) =>
          name.startsWith('copy-of-')
            ? `${namespace}/${name.slice('copy-of-'.length)}`
            : undefined,
      },
    ],
    reconcile: async (key, { signal }) => {
      begun.push(key);
      await gate.pass();
      const wanted = sources.get(key);
      const { namespace, name } = parseKey(key);
      const copy = { namespace, name: `copy-of-${name}` };
      if (!wanted) {
        await client.delete(core.configMaps, copy, { signal });
        return;
      }
      const is = copies.get(`${namespace}/copy-of-${name}`);
      if (is?.data?.text === wanted.data?.text) return;
      await client.apply(
        core.configMaps,
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: copy,
          data: wanted.data,
        },
        { fieldManager: 'copies', force: true, signal },
      );
    },
  });
  [sources, copies, controller].forEach(part => part.start(stop.signal));
  return { sources, copies, controller, begun, gate };
}

const namesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describeLong('a controller on a real API server', () => {
  beforeAll(async () => {
    for (const name of groups) {
      await client.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      });
    }
  });

  it('serves the only key of a group within a round while another group is flooded, and finally serves all keys', async () => {
    const flood = namesOf('flood', 400);
    const round = groups.length;
    const { sources, copies, controller, begun, gate } = startCopies(1);
    await Promise.all(
      [sources, copies].map(cache => cache.whenSynced(stop.signal)),
    );
    await waitForIdle(controller);
    await Promise.all(flood.map(name => create('flooded', name)));
    await eventually('the flood waits', () => controller.health.depth === 399);
    for (const namespace of ['quiet-1', 'quiet-2']) {
      const key = `${namespace}/only`;
      await create(namespace, 'only');
      await eventually(
        `the cache has ${key}`,
        () => sources.get(key) !== undefined,
      );
      const turns = begun.length + round;
      gate.letThrough(round);
      await eventually('a round passed', () => begun.length >= turns);
      expect(begun.slice(0, turns)).toContain(key);
    }
    expect(controller.health.depth).toBeGreaterThan(300);

    gate.letThrough(Infinity);
    const all = flood.length + 2;
    await eventually('all sources have copies', () => {
      const copied = sources.list().filter(({ metadata, data }) => {
        const key = `${metadata.namespace}/copy-of-${metadata.name}`;
        return copies.get(key)?.data?.text === data?.text;
      });
      return copied.length === all;
    });
    for (const name of flood.slice(0, 20)) {
      await client.delete(core.configMaps, { namespace: 'flooded', name });
    }
    await eventually('their copies are deleted', () => {
      const left = copies
        .list()
        .filter(({ metadata }) => metadata.name?.startsWith('copy-of-'));
      return left.length === all - 20;
    });

    await waitForIdle(controller);
    stop.abort();
    await controller.stopped();
    const runs = begun.length;
    await create('quiet-1', 'late');
    expect(begun).toHaveLength(runs);
  }, 60_000);
});
