import { contents, Harness, startHarness } from '../testing/cacheHarness';
import { Fault, Note } from '../testing/FakeApiServer';
import { until } from '../testing/until';
import { Cache, CacheChange } from './Cache';

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
});

afterEach(() => harness.end());

describe('a cache behind the history of the server', () => {
  /** Loses the stream while things change, and finds the versions between compacted, or is told so by an event. */
  async function fallBehind(cache: Cache<Note>, fault?: Fault) {
    harness.server.put('stays');
    harness.server.put('changes', 'before');
    harness.server.put('goes');
    harness.server.put('returns');
    await harness.startWatching(cache);
    if (fault) harness.server.failNext('watch', fault);
    harness.server.endWatches();
    harness.server.put('changes', 'after');
    harness.server.remove('goes');
    harness.server.remove('returns');
    harness.server.put('returns');
    harness.server.put('comes');
    if (!fault) harness.server.compact();
    await until(
      'a second list',
      () => harness.server.seen('list').length === 2,
    );
    await harness.expectFollowing(cache);
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
    const { cache, changes } = harness.makeCache();
    await fallBehind(cache);
    expect(changes.slice(4).sort()).toEqual([...missed].sort());
    expect(cache.health.restarts.Expired).toBe(1);
  });

  it('lists anew and tells exactly what it missed, 410 as an event', async () => {
    const { cache, changes } = harness.makeCache();
    await fallBehind(cache, {
      kind: 'errorEvent',
      code: 410,
      reason: 'Expired',
    });
    expect(changes.slice(4).sort()).toEqual([...missed].sort());
    expect(cache.health.restarts.Expired).toBe(1);
  });

  it('shows readers the old state or the new one, nothing between', async () => {
    harness.server.put('a');
    harness.server.put('b');
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    const seen: string[][] = [];
    cache.subscribe(() =>
      seen.push(cache.list().map(n => n.metadata.name ?? '')),
    );
    harness.server.failNext('watch', {
      kind: 'errorEvent',
      code: 410,
      reason: 'Expired',
    });
    harness.server.endWatches();
    harness.server.remove('a');
    harness.server.remove('b');
    harness.server.put('c');
    harness.server.compact();
    await until('c arrived', () => cache.get('c') !== undefined);
    expect(seen).toEqual([['c'], ['c'], ['c']]);
  });

  it('reads everything in one answer when its pages expire', async () => {
    for (let i = 0; i < 5; i += 1) harness.server.put(`n${i}`);
    harness.server.failNext('list', {
      kind: 'status',
      code: 410,
      reason: 'Expired',
    });
    const { cache } = harness.makeCache({ timings: { pageSize: 2 } });
    await harness.startWatching(cache);
    expect(
      harness.server.seen('list').map(({ query }) => query.get('limit')),
    ).toEqual(['2', null]);
    expect(contents(cache)).toEqual(harness.server.contents);
  });
});

describe('a cache that is refused', () => {
  const status = (code: number, reason: string): Fault => ({
    kind: 'status',
    code,
    reason,
  });

  it('goes on after one 503 (client-node: silent for good)', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.failNext('watch', status(503, 'ServiceUnavailable'));
    harness.server.endWatches();
    harness.server.put('while-away');
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ ended: 1, ServiceUnavailable: 1 });
  });

  it.each(['list', 'watch'] as const)(
    'does not %s again before the time the server asks for',
    async verb => {
      harness.server.failNext(verb, {
        ...status(503, 'ServiceUnavailable'),
        retryAfter: 1,
      } as Fault);
      const { cache } = harness.makeCache();
      await harness.startWatching(cache);
      const [first, second] = harness.server.seen(verb);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    },
  );

  it.each([
    ['Unauthorized', 401],
    ['Forbidden', 403],
    ['NotFound', 404],
  ])('says so while %s, and begins once it may', async (reason, code) => {
    harness.server.put('a');
    harness.server.failNext(
      'list',
      ...Array<Fault>(3).fill(status(code, reason)),
    );
    const { cache, healths } = harness.makeCache();
    await harness.startWatching(cache);
    expect(healths).toContainEqual(
      expect.objectContaining({ state: 'waiting', reason }),
    );
    expect(cache.health).toMatchObject({
      state: 'watching',
      restarts: { [reason]: 3 },
    });
    await harness.expectFollowing(cache);
  });

  it('keeps what it knows while it may not watch', async () => {
    harness.server.put('a');
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.failNext(
      'watch',
      ...Array<Fault>(3).fill(status(403, 'Forbidden')),
    );
    harness.server.endWatches();
    await until('it was refused', () => cache.health.restarts.Forbidden === 3);
    expect(contents(cache)).toEqual({ a: undefined });
    expect(cache.synced).toBe(true);
    await harness.expectFollowing(cache);
    expect(harness.server.seen('list')).toHaveLength(1);
  });

  const faults: Fault[] = [
    { kind: 'reset' },
    { kind: 'html', code: 502 },
    { kind: 'truncated' },
    status(500, 'InternalError'),
    status(429, 'TooManyRequests'),
  ];

  const named = (list: Fault[]) =>
    list.map(
      fault =>
        [
          'code' in fault ? `${fault.kind} ${fault.code}` : fault.kind,
          fault,
        ] as const,
    );

  it.each(named(faults))(
    'begins although its lists meet %s',
    async (_name, fault) => {
      harness.server.put('a');
      harness.server.failNext('list', fault, fault, fault);
      const { cache } = harness.makeCache();
      await harness.startWatching(cache);
      await harness.expectFollowing(cache);
      expect(harness.server.seen('list')).toHaveLength(4);
    },
  );

  it.each(
    named([
      ...faults,
      { kind: 'errorEvent', code: 500, reason: 'InternalError' },
    ]),
  )('follows although its watches meet %s', async (_name, fault) => {
    harness.server.failNext('watch', fault, fault, fault);
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    await harness.expectFollowing(cache);
    expect(harness.server.seen('watch')).toHaveLength(4);
    expect(cache.health.restarts.ended).toBeUndefined();
  });

  it('equals the server after a storm of everything', async () => {
    const { cache } = harness.makeCache({
      timings: { livenessMs: [100, 150] },
    });
    const mirror = new Map<string, string | undefined>();
    cache.subscribe(({ type, key, object }: CacheChange<Note>) => {
      if (type === 'deleted') mirror.delete(key);
      else mirror.set(key, object.text);
    });
    await harness.startWatching(cache);
    const storms: (() => void)[] = [
      () => harness.server.endWatches(),
      () => harness.server.resetWatches(),
      () => harness.server.silenceWatches(),
      () => harness.server.bookmark(),
      () => harness.server.compact(),
      () =>
        harness.server.failNext('watch', {
          kind: 'errorEvent',
          code: 410,
          reason: 'Gone',
        }),
      () => harness.server.failNext('watch', { kind: 'html', code: 503 }),
      () => harness.server.failNext('list', { kind: 'truncated' }),
    ];
    let round = 0;
    await until('the storm is over', () => {
      const name = `n${(round * 7) % 5}`;
      if (round % 3 === 0 && name in harness.server.contents)
        harness.server.remove(name);
      else harness.server.put(name, String(round));
      storms[round % storms.length]?.();
      round += 1;
      return round === 64;
    });
    harness.server.put('last');
    await until(
      'the last object arrived',
      () => cache.get('last') !== undefined,
    );
    expect(contents(cache)).toEqual(harness.server.contents);
    expect(Object.fromEntries(mirror)).toEqual(harness.server.contents);
  });
});
