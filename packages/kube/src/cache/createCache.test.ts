import { createClient } from '../client/createClient';
import { KubeClient } from '../client/KubeClient';
import { FakeApiServer, Fault, Note, notes } from '../testing/FakeApiServer';
import { until } from '../testing/until';
import { Cache, CacheChange, CacheHealth, CacheOptions } from './Cache';
import { createCache } from './createCache';

/** Waits short enough for tests; everything else as in production. */
const fast = {
  backoff: { baseMs: 1, capMs: 20 },
  absentBackoff: { baseMs: 1, capMs: 20 },
  shortWatchMs: 1,
};

let server: FakeApiServer;
let client: KubeClient;
let stop: AbortController;

beforeEach(async () => {
  server = await FakeApiServer.start();
  client = createClient(server.kubeConfig);
  stop = new AbortController();
});

afterEach(async () => {
  stop.abort();
  await client.close();
  await server.stop();
});

function makeCache(options: Partial<CacheOptions<Note>> = {}) {
  const cache = createCache({
    client,
    resource: notes,
    ...options,
    timings: { ...fast, ...options.timings },
  });
  const changes: string[] = [];
  const healths: CacheHealth[] = [];
  cache.subscribe(({ type, key }) => changes.push(`${type} ${key}`));
  cache.onHealth(health => healths.push(health));
  return { cache, changes, healths };
}

const contents = (cache: Cache<Note>) =>
  Object.fromEntries(cache.list().map(note => [note.metadata.name, note.text]));

async function startWatching(cache: Cache<Note>) {
  cache.start(stop.signal);
  await until('the cache watches', () => server.watchers === 1);
}

/** The cache takes up a new object: it is following again. */
async function expectFollowing(cache: Cache<Note>) {
  server.put('proof', 'seen');
  await until(
    'the cache sees a new object',
    () => cache.get('proof') !== undefined,
  );
  expect(contents(cache)).toEqual(server.contents);
}

describe('a cache', () => {
  it('lists, then follows', async () => {
    server.put('a', 'one');
    const { cache, changes } = makeCache();
    expect(cache.health).toMatchObject({
      state: 'waiting',
      reason: 'not-started',
    });
    await startWatching(cache);
    await cache.whenSynced();
    server.put('a', 'two');
    server.put('b');
    server.remove('a');
    await until('all changes arrived', () => changes.length === 4);
    expect(changes).toEqual(['added a', 'updated a', 'added b', 'deleted a']);
    expect(cache.health).toMatchObject({ state: 'watching', restarts: {} });
    expect(cache.health.lastEventAt).toBeInstanceOf(Date);
  });

  it('gives objects of a list the type that the server leaves out', async () => {
    server.put('a');
    const { cache } = makeCache();
    await startWatching(cache);
    expect(cache.get('a')).toMatchObject({
      apiVersion: 'testing.example/v1',
      kind: 'Note',
    });
  });

  it('reads a list in pages', async () => {
    for (let i = 0; i < 7; i += 1) server.put(`n${i}`);
    const { cache } = makeCache({ timings: { pageSize: 3 } });
    await startWatching(cache);
    expect(server.seen('list')).toHaveLength(3);
    expect(contents(cache)).toEqual(server.contents);
  });

  it('asks for bookmarks and for streams of limited, random length', async () => {
    await startWatching(makeCache().cache);
    const query = server.seen('watch')[0]?.query;
    expect(query?.get('allowWatchBookmarks')).toBe('true');
    expect(Number(query?.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
    expect(Number(query?.get('timeoutSeconds'))).toBeLessThanOrEqual(600);
  });

  it('reads streams cut at every byte', async () => {
    server.splitBytes = true;
    const { cache } = makeCache();
    await startWatching(cache);
    server.put('a', 'zwölf – 四 🐘');
    await expectFollowing(cache);
  });

  it('keeps only what the projection keeps', async () => {
    server.put('a', 'long');
    const { cache } = makeCache({
      project: ({ text, ...rest }) => ({ ...rest, text: text?.slice(0, 1) }),
    });
    await startWatching(cache);
    server.put('b', 'short');
    await until('b arrived', () => cache.get('b') !== undefined);
    expect(contents(cache)).toEqual({ a: 'l', b: 's' });
  });

  it('goes on when a listener or an index function throws', async () => {
    const { cache } = makeCache({
      indexes: {
        broken: () => {
          throw new Error('index');
        },
      },
    });
    cache.subscribe(() => {
      throw new Error('listener');
    });
    await startWatching(cache);
    await expectFollowing(cache);
    expect(cache.byIndex('broken', 'x')).toEqual([]);
  });

  it('is told apart from one that was stopped before it was synced', async () => {
    server.failNext('list', { kind: 'silence' });
    const { cache } = makeCache();
    cache.start(stop.signal);
    await until('the list was asked for', () => server.requests.length === 1);
    const waiting = cache.whenSynced();
    const givenUp = cache.whenSynced(
      AbortSignal.abort(new Error('no patience')),
    );
    await expect(givenUp).rejects.toThrow('no patience');
    stop.abort();
    await expect(waiting).rejects.toThrow('stopped before it was synced');
    expect(cache.health).toMatchObject({ state: 'waiting', reason: 'stopped' });
  });

  it('can be started once', async () => {
    const { cache } = makeCache();
    await startWatching(cache);
    expect(() => cache.start(stop.signal)).toThrow('started already');
  });
});

describe('a cache whose stream ends', () => {
  it('resumes behind the last event, without a gap and without a list', async () => {
    const { cache } = makeCache();
    await startWatching(cache);
    server.put('a');
    await until('a arrived', () => cache.get('a') !== undefined);
    const version = cache.get('a')?.metadata.resourceVersion;
    server.endWatches();
    server.put('while-away');
    await expectFollowing(cache);
    expect(server.seen('list')).toHaveLength(1);
    expect(server.seen('watch')[1]?.query.get('resourceVersion')).toBe(version);
    expect(cache.health.restarts).toEqual({ ended: 1 });
  });

  it('resumes behind the last bookmark', async () => {
    const { cache } = makeCache();
    await startWatching(cache);
    const before = cache.health.lastEventAt;
    server.bookmark();
    await until(
      'the bookmark arrived',
      () => cache.health.lastEventAt !== before,
    );
    server.endWatches();
    await until('a second stream', () => server.watchers === 1);
    expect(server.seen('watch')[1]?.query.get('resourceVersion')).toBe('110');
  });

  it('does not wait between streams that each lived a while (client-node: blind for up to 30 s)', async () => {
    const { cache } = makeCache({
      timings: { backoff: { baseMs: 60_000, capMs: 60_000 } },
    });
    await startWatching(cache);
    for (let round = 2; round <= 10; round += 1) {
      server.bookmark();
      server.endWatches();
      await until(
        'the next stream',
        () => server.seen('watch').length === round,
      );
      await until('it is open', () => server.watchers === 1);
    }
    expect(cache.health.restarts.ended).toBe(9);
  });

  it('backs off from a server that ends every stream at once', async () => {
    server.failNext('watch', ...Array<Fault>(5).fill({ kind: 'end' }));
    const { cache } = makeCache({ timings: { shortWatchMs: 1000 } });
    cache.start(stop.signal);
    await until('a stream that lasts', () => server.watchers === 1);
    await expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ 'short-watch': 5 });
  });

  it('resumes after the connection was cut', async () => {
    const { cache } = makeCache();
    await startWatching(cache);
    server.resetWatches();
    server.put('while-away');
    await expectFollowing(cache);
    expect(server.seen('list')).toHaveLength(1);
    expect(cache.health.restarts).toEqual({ unreachable: 1 });
  });

  it('notices a stream that died silently', async () => {
    const { cache } = makeCache({ timings: { livenessMs: [200, 300] } });
    await startWatching(cache);
    server.silenceWatches();
    server.put('while-away');
    await until(
      'the object arrived',
      () => cache.get('while-away') !== undefined,
    );
    await expectFollowing(cache);
    expect(cache.health.restarts.timeout).toBeGreaterThanOrEqual(1);
    expect(server.seen('list')).toHaveLength(1);
  });

  it('keeps a quiet stream that shows signs of life (client-node: cut every 30 s)', async () => {
    const { cache } = makeCache({ timings: { livenessMs: [300, 300] } });
    await startWatching(cache);
    const begun = performance.now();
    await until('three liveness times with bookmarks passed', () => {
      server.bookmark();
      return performance.now() - begun > 900;
    });
    expect(server.seen('watch')).toHaveLength(1);
  });

  it('lists anew after an event that cannot be read', async () => {
    const { cache } = makeCache();
    await startWatching(cache);
    server.write('{"type":"ADDED","object":\n');
    await until('a second list', () => server.seen('list').length === 2);
    await expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ garbled: 1 });
  });
});

describe('a cache behind the history of the server', () => {
  /** Loses the stream while things change, and finds the versions between compacted. */
  async function fallBehind(cache: Cache<Note>, fault?: Fault) {
    server.put('stays');
    server.put('changes', 'before');
    server.put('goes');
    server.put('returns');
    await startWatching(cache);
    if (fault) server.failNext('watch', fault);
    server.endWatches();
    server.put('changes', 'after');
    server.remove('goes');
    server.remove('returns');
    server.put('returns');
    server.put('comes');
    server.compact();
    await until('a second list', () => server.seen('list').length === 2);
    await expectFollowing(cache);
  }

  const missed = [
    'deleted goes',
    'updated changes',
    'deleted returns',
    'added returns',
    'added comes',
    'added proof',
  ];

  it('lists anew and tells exactly what it missed, 410 as a status', async () => {
    const { cache, changes } = makeCache();
    await fallBehind(cache);
    expect(changes.slice(4).sort()).toEqual([...missed].sort());
    expect(cache.health.restarts.Expired).toBe(1);
  });

  it('lists anew and tells exactly what it missed, 410 as an event', async () => {
    const { cache, changes } = makeCache();
    await fallBehind(cache, {
      kind: 'errorEvent',
      code: 410,
      reason: 'Expired',
    });
    expect(changes.slice(4).sort()).toEqual([...missed].sort());
    expect(cache.health.restarts.Expired).toBe(1);
  });

  it('shows readers the old state or the new one, nothing between', async () => {
    server.put('a');
    server.put('b');
    const { cache } = makeCache();
    await startWatching(cache);
    const seen: string[][] = [];
    cache.subscribe(() =>
      seen.push(cache.list().map(n => n.metadata.name ?? '')),
    );
    server.failNext('watch', {
      kind: 'errorEvent',
      code: 410,
      reason: 'Expired',
    });
    server.endWatches();
    server.remove('a');
    server.remove('b');
    server.put('c');
    server.compact();
    await until('c arrived', () => cache.get('c') !== undefined);
    expect(seen).toEqual([['c'], ['c'], ['c']]);
  });

  it('reads everything in one answer when its pages expire', async () => {
    for (let i = 0; i < 5; i += 1) server.put(`n${i}`);
    server.failNext('list', { kind: 'status', code: 410, reason: 'Expired' });
    const { cache } = makeCache({ timings: { pageSize: 2 } });
    await startWatching(cache);
    expect(server.seen('list').map(({ query }) => query.get('limit'))).toEqual([
      '2',
      null,
    ]);
    expect(contents(cache)).toEqual(server.contents);
  });
});

describe('a cache that is refused', () => {
  const status = (code: number, reason: string): Fault => ({
    kind: 'status',
    code,
    reason,
  });

  it('goes on after one 503 (client-node: silent for good)', async () => {
    const { cache } = makeCache();
    await startWatching(cache);
    server.failNext('watch', status(503, 'ServiceUnavailable'));
    server.endWatches();
    server.put('while-away');
    await expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ ended: 1, ServiceUnavailable: 1 });
  });

  it.each(['list', 'watch'] as const)(
    'does not %s again before the time the server asks for',
    async verb => {
      server.failNext(verb, {
        ...status(503, 'ServiceUnavailable'),
        retryAfter: 1,
      } as Fault);
      const { cache } = makeCache();
      await startWatching(cache);
      const [first, second] = server.seen(verb);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    },
  );

  it.each([
    ['Unauthorized', 401],
    ['Forbidden', 403],
    ['NotFound', 404],
  ])('says so while %s, and begins once it may', async (reason, code) => {
    server.put('a');
    server.failNext('list', ...Array<Fault>(3).fill(status(code, reason)));
    const { cache, healths } = makeCache();
    await startWatching(cache);
    expect(healths).toContainEqual(
      expect.objectContaining({ state: 'waiting', reason }),
    );
    expect(cache.health).toMatchObject({
      state: 'watching',
      restarts: { [reason]: 3 },
    });
    await expectFollowing(cache);
  });

  it('keeps what it knows while it may not watch', async () => {
    server.put('a');
    const { cache } = makeCache();
    await startWatching(cache);
    server.failNext('watch', ...Array<Fault>(3).fill(status(403, 'Forbidden')));
    server.endWatches();
    await until('it was refused', () => cache.health.restarts.Forbidden === 3);
    expect(contents(cache)).toEqual({ a: undefined });
    expect(cache.synced).toBe(true);
    await expectFollowing(cache);
    expect(server.seen('list')).toHaveLength(1);
  });

  const faults: Fault[] = [
    { kind: 'reset' },
    { kind: 'html', code: 502 },
    { kind: 'truncated' },
    status(500, 'InternalError'),
    status(429, 'TooManyRequests'),
  ];

  it.each(faults)('begins although its lists meet $kind', async fault => {
    server.put('a');
    server.failNext('list', fault, fault, fault);
    const { cache } = makeCache();
    await startWatching(cache);
    await expectFollowing(cache);
    expect(server.seen('list')).toHaveLength(4);
  });

  it.each([
    ...faults,
    { kind: 'errorEvent', code: 500, reason: 'InternalError' } as Fault,
  ])('follows although its watches meet $kind', async fault => {
    server.failNext('watch', fault, fault, fault);
    const { cache } = makeCache();
    await startWatching(cache);
    await expectFollowing(cache);
    expect(server.seen('watch')).toHaveLength(4);
  });

  it('equals the server after a storm of everything', async () => {
    const { cache } = makeCache({ timings: { livenessMs: [100, 150] } });
    const mirror = new Map<string, string | undefined>();
    cache.subscribe(({ type, key, object }: CacheChange<Note>) => {
      if (type === 'deleted') mirror.delete(key);
      else mirror.set(key, object.text);
    });
    await startWatching(cache);
    const storms: (() => void)[] = [
      () => server.endWatches(),
      () => server.resetWatches(),
      () => server.silenceWatches(),
      () => server.bookmark(),
      () => server.compact(),
      () =>
        server.failNext('watch', {
          kind: 'errorEvent',
          code: 410,
          reason: 'Gone',
        }),
      () => server.failNext('watch', { kind: 'html', code: 503 }),
      () => server.failNext('list', { kind: 'truncated' }),
    ];
    let round = 0;
    await until('the storm is over', () => {
      const name = `n${(round * 7) % 5}`;
      if (round % 3 === 0 && name in server.contents) server.remove(name);
      else server.put(name, String(round));
      storms[round % storms.length]?.();
      round += 1;
      return round === 64;
    });
    server.put('last');
    await until(
      'the last object arrived',
      () => cache.get('last') !== undefined,
    );
    expect(contents(cache)).toEqual(server.contents);
    expect(Object.fromEntries(mirror)).toEqual(server.contents);
  });
});
