// Caches on API servers with limits: without streaming lists, with a short history, restored from a backup.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalCluster, startCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { createClient } from '../client/createClient';
import { KubeClient } from '../client/KubeClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { isExpired } from '../errors';
import { core } from '../resources';
import { KubeObject, Resource } from '../types';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { CacheOptions } from './Cache';
import { createCache } from './createCache';

jest.setTimeout(120_000);

let dir: string;
let cluster: LocalCluster;
let client: KubeClient;
let stop: AbortController;

const start = () =>
  startCluster({
    name: 'kube-servers',
    dir: join(dir, 'cluster'),
    extraArgs: {
      apiServer: [
        '--feature-gates=WatchList=false',
        // Without the watch cache of the API server, history ends where etcd was compacted.
        '--watch-cache-sizes=configmaps#0',
        '--etcd-compaction-interval=1s',
      ],
    },
  });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kube-servers-'));
  cluster = await start();
  client = createClient(loadKubeConfig(cluster.kubeconfig));
});

afterAll(async () => {
  await client?.close();
  await cluster?.stop();
  await rm(dir, { recursive: true, force: true });
});

beforeEach(() => {
  stop = new AbortController();
});

afterEach(() => stop.abort());

const namespace = 'default';
const slowTimings = { baseMs: 20, capMs: 200 };

function startCache<T extends KubeObject>(
  resource: Resource<T>,
  options: Partial<CacheOptions<T>> = {},
) {
  const cache = createCache({
    client,
    resource,
    namespace,
    timings: { backoff: slowTimings, absentBackoff: slowTimings },
    ...options,
  });
  cache.start(stop.signal);
  return cache;
}

/** Creates or changes an object. */
const write = (resource: Resource<KubeObject>, name: string) =>
  client.apply<KubeObject>(
    resource,
    {
      apiVersion: 'v1',
      kind: resource.kind,
      metadata: { namespace, name, annotations: { at: String(Date.now()) } },
    },
    { fieldManager: 'test' },
  );

/** Reads all events of a stream. */
async function drain<E>(events: AsyncIterable<E>): Promise<E[]> {
  const all: E[] = [];
  for await (const event of events) all.push(event);
  return all;
}

itLong(
  'reads pages from a server whose streaming lists are switched off',
  async () => {
    await write(core.secrets, 'listed');
    const cache = startCache(core.secrets);
    await cache.whenSynced();
    expect(cache.get('default/listed')).toBeDefined();
    await write(core.secrets, 'followed');
    await eventually(
      'the cache follows',
      () => cache.get('default/followed') !== undefined,
    );
    expect(cache.health.restarts).toEqual({ Invalid: 1 });
  },
);

itLong('relists when the missed versions have been compacted', async () => {
  let gate: Promise<void> | undefined;
  let open = () => {};
  /** The version from which a request tries to watch while the server holds it back. */
  let heldFrom: string | undefined;
  const gated: KubeClient = {
    ...client,
    async *watch(resource, options) {
      if (gate) {
        heldFrom = options.resourceVersion;
        await gate;
      }
      yield* client.watch(resource, options);
    },
  };
  for (const name of ['kept', 'changed', 'removed']) {
    await write(core.configMaps, name);
  }
  const cache = startCache(core.configMaps, {
    client: gated,
    timings: { backoff: slowTimings, watchSeconds: [1, 1] },
  });
  await cache.whenSynced();
  gate = new Promise(resolve => {
    open = resolve;
  });
  await eventually(
    'the watch of the cache has ended',
    () => heldFrom !== undefined,
  );
  const changes: string[] = [];
  cache.subscribe(({ type, key, source }) =>
    changes.push(`${type} ${key} ${source}`),
  );
  const expiredBefore = cache.health.restarts.Expired ?? 0;
  await write(core.configMaps, 'changed');
  await client.delete(core.configMaps, { namespace, name: 'removed' });
  await write(core.configMaps, 'added');
  await eventually('etcd has compacted the versions', async () => {
    const watch = client.watch(core.configMaps, {
      namespace,
      resourceVersion: heldFrom,
      timeoutSeconds: 1,
    });
    return isExpired(await rejection(drain(watch)));
  });
  gate = undefined;
  open();
  await eventually(
    'the cache has the missed change',
    () => cache.get('default/added') !== undefined,
  );
  expect(changes.sort()).toEqual([
    'added default/added list',
    'deleted default/removed list',
    'updated default/changed list',
  ]);
  expect(cache.health.restarts.Expired).toBeGreaterThan(expiredBefore);
});

itLong(
  'gets no event from a watch whose version the server has not reached',
  async () => {
    const pages = client.listPages(core.secrets, {
      namespace,
      notOlderThan: '999999999',
      pageSize: 1,
    });
    expect(await rejection(drain(pages))).toMatchObject({
      code: 504,
      causes: [{ reason: 'ResourceVersionTooLarge' }],
    });

    let opened = false;
    const watch = client.watch(core.secrets, {
      namespace,
      resourceVersion: '999999999',
      timeoutSeconds: 2,
      onOpen: () => {
        opened = true;
      },
    });
    const received = drain(watch);
    await eventually('the watch is open', () => opened);
    await write(core.secrets, 'unreported');
    expect(await received).toEqual([]);
  },
);

describeLong('a restore of the server from a backup', () => {
  it('drops the changes that it has undone', async () => {
    await write(core.secrets, 'before');
    await cluster.stop();
    const data = join(cluster.dir, 'etcd');
    const backup = join(dir, 'backup');
    await cp(data, backup, { recursive: true });
    cluster = await start();

    const cache = startCache(core.secrets);
    await cache.whenSynced();
    // Other writes, so that the restored server stays behind for longer than its start takes.
    for (let i = 0; i < 300; i += 1) await write(core.configMaps, 'busy');
    await write(core.secrets, 'never-happened');
    await eventually(
      'the cache follows',
      () => cache.get('default/never-happened') !== undefined,
    );
    await cluster.stop();
    await rm(data, { recursive: true });
    await cp(backup, data, { recursive: true });
    cluster = await start();

    await eventually(
      'the cache has the restored state',
      () => cache.get('default/never-happened') === undefined,
    );
    expect(cache.get('default/before')).toBeDefined();
    expect(cache.health.restarts.ResourceVersionTooLarge).toBe(1);
    await write(core.secrets, 'after');
    await eventually(
      'the cache follows',
      () => cache.get('default/after') !== undefined,
    );
  });
});
