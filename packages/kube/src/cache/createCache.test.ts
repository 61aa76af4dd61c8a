import { fingerprints, replay } from '../testing/__testUtils__/changeStream';
import { contents, Harness, startHarness } from '../testing/cacheHarness';
import { defaultBehavior } from '../testing/NoteStream';
import { silentLogger } from '../Logger';
import { eventually } from '../testing/eventually';
import { CacheChange } from './Cache';
import { Note } from '../testing/notes';

// For busy machines.
jest.setTimeout(30_000);

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
});

afterEach(() => harness.close());

describe.each(['supported', 'refused'] as const)(
  'a cache whose server has streaming lists %s',
  streamingLists => {
    beforeEach(() => {
      harness.server.settings.streamingLists = streamingLists;
    });

    it('lists, then watches', async () => {
      harness.server.put('a', 'one');
      const { cache, changes, events } = harness.makeCache();
      expect(cache.health).toMatchObject({
        state: 'waiting',
        reason: 'not-started',
      });
      await harness.startWatching(cache);
      await cache.whenSynced();
      harness.server.put('a', 'two');
      harness.server.put('b');
      harness.server.remove('a');
      await eventually('all changes arrived', () => changes.length === 4);
      expect(changes).toEqual(['added a', 'updated a', 'added b', 'deleted a']);
      expect(events.map(({ source }) => source)).toEqual([
        'list',
        'watch',
        'watch',
        'watch',
      ]);
      expect(cache.health.state).toBe('watching');
      expect(cache.health.lastEventAt).toBeInstanceOf(Date);
    });

    it('sets the type that a server omits', async () => {
      harness.server.put('a');
      const { cache } = harness.makeCache();
      await harness.startWatching(cache);
      expect(cache.get('a')).toMatchObject({
        apiVersion: 'testing.example/v1',
        kind: 'Note',
      });
    });

    it('reads streams that are split at every byte', async () => {
      harness.server.settings.behavior = {
        ...defaultBehavior,
        splitBytes: true,
      };
      harness.server.put('zwölf', 'four is 四 🐘');
      const { cache } = harness.makeCache();
      await harness.startWatching(cache);
      harness.server.put('dreizehn', 'ß 🐘');
      await eventually(
        'the object arrived',
        () => cache.get('dreizehn') !== undefined,
      );
      expect(contents(cache)).toEqual(harness.server.contents);
    });

    it('keeps only the projection of each object', async () => {
      harness.server.put('a', 'long', { annotations: { big: 'x' } });
      const project = ({ text, ...note }: Note): Note => note;
      const { cache } = harness.makeCache({ project });
      await harness.startWatching(cache);
      harness.server.put('b', 'also long');
      await eventually('b arrived', () => cache.get('b') !== undefined);
      expect(contents(cache)).toEqual({ a: undefined, b: undefined });
      expect(cache.get('a')?.metadata.annotations).toEqual({ big: 'x' });
    });
  },
);

describe('a cache', () => {
  it('reads pages where streaming lists are refused', async () => {
    const { server } = harness;
    server.settings.streamingLists = 'refused';
    for (let i = 0; i < 7; i += 1) server.put(`n${i}`);
    const { cache } = harness.makeCache({ timings: { pageSize: 3 } });
    await harness.startWatching(cache);
    expect(server.seen('stream')).toHaveLength(1);
    expect(server.seen('list')).toHaveLength(3);
    expect(contents(cache)).toEqual(server.contents);
    expect(cache.health.restarts).toEqual({ Invalid: 1 });
  });

  it('requests bookmarks and streams of limited, random length', async () => {
    harness.server.settings.streamingLists = 'refused';
    await harness.startWatching(harness.makeCache().cache);
    for (const verb of ['stream', 'watch'] as const) {
      const query = harness.server.seen(verb)[0]?.query;
      expect(query?.get('allowWatchBookmarks')).toBe('true');
      expect(Number(query?.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
      expect(Number(query?.get('timeoutSeconds'))).toBeLessThanOrEqual(600);
    }
  });

  it.each([
    [0, '300'],
    [0.5, '450'],
    [1, '600'],
  ])(
    'spreads the ends of its streams: with random %d after %s s',
    async (random, seconds) => {
      const anyNumber = jest.spyOn(Math, 'random').mockReturnValue(random);
      try {
        harness.server.settings.streamingLists = 'refused';
        await harness.startWatching(harness.makeCache().cache);
        for (const verb of ['stream', 'watch'] as const) {
          const [request] = harness.server.seen(verb);
          expect(request?.query.get('timeoutSeconds')).toBe(seconds);
        }
      } finally {
        anyNumber.mockRestore();
      }
    },
  );

  it('finds objects by index', async () => {
    harness.server.put('a', 'long');
    harness.server.put('b', 'short');
    const { cache } = harness.makeCache({
      indexes: { length: ({ text = '' }) => [String(text.length)] },
    });
    await harness.startWatching(cache);
    expect(cache.byIndex('length', '4')).toEqual([cache.get('a')]);
  });

  it('continues when a listener, an index function or a projection throws', async () => {
    const { cache } = harness.makeCache({
      indexes: {
        broken: () => {
          throw new Error('index');
        },
      },
      project: () => {
        throw new Error('projection');
      },
    });
    cache.subscribe(() => {
      throw new Error('listener');
    });
    await harness.startWatching(cache);
    await harness.expectFollowing(cache);
    expect(cache.byIndex('broken', 'x')).toEqual([]);
  });

  it('keeps the object when the projection throws, and logs the failure', async () => {
    harness.server.put('a', 'text');
    const errors: object[] = [];
    const logger = {
      ...silentLogger,
      child: () => logger,
      error: (fields: object) => void errors.push(fields),
    };
    const { cache } = harness.makeCache({
      project: () => {
        throw new Error('projection');
      },
      logger,
    });
    await harness.startWatching(cache);
    expect(contents(cache)).toEqual(harness.server.contents);
    expect(errors).toEqual([
      { err: expect.objectContaining({ message: 'projection' }), object: 'a' },
    ]);
  });

  it('calls a listener that is added during a list once for each later change', async () => {
    for (let i = 0; i < 2000; i += 1) harness.server.put(`n${i}`, '1');
    const { cache, events } = harness.makeCache();
    const late: CacheChange<Note>[] = [];
    let known: string[] = [];
    const unsubscribe = cache.subscribe(() => {
      if (events.length !== 700) return;
      known = Object.keys(contents(cache));
      cache.subscribe(change => late.push(change));
      unsubscribe();
    });
    await harness.startWatching(cache);
    harness.server.put('n1', '2');
    harness.server.put('later', '1');
    await eventually('the late listener is called', () => late.length === 2);
    expect(known).toHaveLength(2000);
    expect(late.map(({ type, key }) => `${type} ${key}`)).toEqual([
      'updated n1',
      'added later',
    ]);
    const { mirror, problems } = replay(events);
    expect(problems).toEqual([]);
    expect(fingerprints(mirror.values())).toEqual(
      fingerprints(harness.server.history.list()),
    );
  });

  it('does not call a removed listener, also in the middle of a list', async () => {
    for (let i = 0; i < 10; i += 1) harness.server.put(`n${i}`);
    const { cache } = harness.makeCache();
    let calls = 0;
    const unsubscribe = cache.subscribe(() => {
      calls += 1;
      if (calls === 3) unsubscribe();
    });
    await harness.startWatching(cache);
    await harness.expectFollowing(cache);
    expect(calls).toBe(3);
  });

  it('rejects whenSynced when it is stopped before it is synced', async () => {
    harness.server.failNext('stream', { kind: 'broken', how: 'silence' });
    const { cache } = harness.makeCache();
    cache.start(harness.stop.signal);
    await eventually(
      'the list is requested',
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

  it('can be started only once', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    expect(() => cache.start(harness.stop.signal)).toThrow('started already');
  });
});
