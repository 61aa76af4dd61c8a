import { contents, Harness, startHarness } from '../testing/cacheHarness';
import { Fault } from '../testing/FakeApiServer';
import { until } from '../testing/until';

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
});

afterEach(() => harness.end());

describe('a cache', () => {
  it('lists, then follows', async () => {
    harness.server.put('a', 'one');
    const { cache, changes } = harness.makeCache();
    expect(cache.health).toMatchObject({
      state: 'waiting',
      reason: 'not-started',
    });
    await harness.startWatching(cache);
    await cache.whenSynced();
    harness.server.put('a', 'two');
    harness.server.put('b');
    harness.server.remove('a');
    await until('all changes arrived', () => changes.length === 4);
    expect(changes).toEqual(['added a', 'updated a', 'added b', 'deleted a']);
    expect(cache.health).toMatchObject({ state: 'watching', restarts: {} });
    expect(cache.health.lastEventAt).toBeInstanceOf(Date);
  });

  it('gives objects of a list the type that the server leaves out', async () => {
    harness.server.put('a');
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    expect(cache.get('a')).toMatchObject({
      apiVersion: 'testing.example/v1',
      kind: 'Note',
    });
  });

  it('reads a list in pages', async () => {
    for (let i = 0; i < 7; i += 1) harness.server.put(`n${i}`);
    const { cache } = harness.makeCache({ timings: { pageSize: 3 } });
    await harness.startWatching(cache);
    expect(harness.server.seen('list')).toHaveLength(3);
    expect(contents(cache)).toEqual(harness.server.contents);
  });

  it('asks for bookmarks and for streams of limited, random length', async () => {
    await harness.startWatching(harness.makeCache().cache);
    const query = harness.server.seen('watch')[0]?.query;
    expect(query?.get('allowWatchBookmarks')).toBe('true');
    expect(Number(query?.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
    expect(Number(query?.get('timeoutSeconds'))).toBeLessThanOrEqual(600);
  });

  it('reads streams cut at every byte', async () => {
    harness.server.splitBytes = true;
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.put('a', 'zwölf – 四 🐘');
    await harness.expectFollowing(cache);
    expect(contents(cache)).toHaveProperty('a', 'zwölf – 四 🐘');
  });

  it('keeps only what the projection keeps', async () => {
    harness.server.put('a', 'long');
    const { cache } = harness.makeCache({
      project: ({ text, ...rest }) => ({ ...rest, text: text?.slice(0, 1) }),
    });
    await harness.startWatching(cache);
    harness.server.put('b', 'short');
    await until('b arrived', () => cache.get('b') !== undefined);
    expect(contents(cache)).toEqual({ a: 'l', b: 's' });
  });

  it('goes on when a listener or an index function throws', async () => {
    const { cache } = harness.makeCache({
      indexes: {
        broken: () => {
          throw new Error('index');
        },
      },
    });
    cache.subscribe(() => {
      throw new Error('listener');
    });
    await harness.startWatching(cache);
    await harness.expectFollowing(cache);
    expect(cache.byIndex('broken', 'x')).toEqual([]);
  });

  it('is told apart from one that was stopped before it was synced', async () => {
    harness.server.failNext('list', { kind: 'silence' });
    const { cache } = harness.makeCache();
    cache.start(harness.stop.signal);
    await until(
      'the list was asked for',
      () => harness.server.requests.length === 1,
    );
    const waiting = cache.whenSynced();
    const givenUp = cache.whenSynced(
      AbortSignal.abort(new Error('no patience')),
    );
    await expect(givenUp).rejects.toThrow('no patience');
    harness.stop.abort();
    await expect(waiting).rejects.toThrow('stopped before it was synced');
    expect(cache.health).toMatchObject({ state: 'waiting', reason: 'stopped' });
  });

  it('can be started once', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    expect(() => cache.start(harness.stop.signal)).toThrow('started already');
  });
});

describe('a cache whose stream ends', () => {
  it('resumes behind the last event, without a gap and without a list', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.put('a');
    await until('a arrived', () => cache.get('a') !== undefined);
    const version = cache.get('a')?.metadata.resourceVersion;
    harness.server.endWatches();
    harness.server.put('while-away');
    await harness.expectFollowing(cache);
    expect(harness.server.seen('list')).toHaveLength(1);
    expect(harness.server.seen('watch')[1]?.query.get('resourceVersion')).toBe(
      version,
    );
    expect(cache.health.restarts).toEqual({ ended: 1 });
  });

  it('resumes behind the last bookmark', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    const before = cache.health.lastEventAt;
    harness.server.bookmark();
    await until(
      'the bookmark arrived',
      () => cache.health.lastEventAt !== before,
    );
    harness.server.endWatches();
    await until('a second stream', () => harness.server.watchers === 1);
    expect(harness.server.seen('watch')[1]?.query.get('resourceVersion')).toBe(
      '110',
    );
  });

  it('does not wait between streams that each lived a while (client-node: blind for up to 30 s)', async () => {
    const { server } = harness;
    const { cache } = harness.makeCache({
      timings: { backoff: { baseMs: 60_000, capMs: 60_000 } },
    });
    await harness.startWatching(cache);
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
    harness.server.failNext('watch', ...Array<Fault>(5).fill({ kind: 'end' }));
    const { cache } = harness.makeCache({ timings: { shortWatchMs: 1000 } });
    cache.start(harness.stop.signal);
    await until('a stream that lasts', () => harness.server.watchers === 1);
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ 'short-watch': 5 });
  });

  it('resumes after the connection was cut', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.resetWatches();
    harness.server.put('while-away');
    await harness.expectFollowing(cache);
    expect(harness.server.seen('list')).toHaveLength(1);
    expect(cache.health.restarts).toEqual({ unreachable: 1 });
  });

  it('notices a stream that died silently', async () => {
    const { cache } = harness.makeCache({
      timings: { livenessMs: [200, 300] },
    });
    await harness.startWatching(cache);
    harness.server.silenceWatches();
    harness.server.put('while-away');
    await until(
      'the object arrived',
      () => cache.get('while-away') !== undefined,
    );
    await harness.expectFollowing(cache);
    expect(cache.health.restarts.timeout).toBeGreaterThanOrEqual(1);
    expect(harness.server.seen('list')).toHaveLength(1);
  });

  it('keeps a quiet stream that shows signs of life (client-node: cut every 30 s)', async () => {
    const { cache } = harness.makeCache({
      timings: { livenessMs: [300, 300] },
    });
    await harness.startWatching(cache);
    const begun = performance.now();
    await until('three liveness times with bookmarks passed', () => {
      harness.server.bookmark();
      return performance.now() - begun > 900;
    });
    expect(harness.server.seen('watch')).toHaveLength(1);
  });

  it('lists anew after an event that cannot be read', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.write('{"type":"ADDED","object":\n');
    await until(
      'a second list',
      () => harness.server.seen('list').length === 2,
    );
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ garbled: 1 });
  });
});
