import { contents, Harness, startHarness } from '../testing/cacheHarness';
import { Fault } from '../testing/faults';
import { Note } from '../testing/notes';
import { eventually } from '../testing/eventually';
import { Cache } from './Cache';

// For busy machines.
jest.setTimeout(30_000);

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
});

afterEach(() => harness.close());

const lists = () =>
  harness.server.seen('stream').length + harness.server.seen('list').length;

describe('a streaming list', () => {
  const broken = (fault: Fault) => [JSON.stringify(fault), fault] as const;

  it.each([
    broken({ kind: 'broken', how: 'reset', afterEvents: 2 }),
    broken({ kind: 'broken', how: 'end', afterEvents: 2 }),
    broken({ kind: 'broken', how: 'end' }),
    broken({ kind: 'truncated' }),
    broken({ kind: 'html', code: 200 }),
    broken({ kind: 'errorEvent', code: 504, reason: 'Timeout' }),
  ])(
    'that breaks (%s) is followed by pages, and by a stream the next time',
    async (_name, fault) => {
      const { server } = harness;
      for (const name of ['a', 'b', 'c']) server.put(name);
      server.failNext('stream', fault);
      const { cache, changes } = harness.makeCache();
      await harness.startWatching(cache);
      expect(contents(cache)).toEqual(server.contents);
      expect(changes).toHaveLength(3);
      expect(server.seen('list')).toHaveLength(1);
      server.breakWatches('end');
      server.failNext('watch', { kind: 'truncated' });
      await eventually(
        'the cache requests a stream again',
        () => server.seen('stream').length === 2,
      );
      await harness.expectFollowing(cache);
    },
  );

  it.each([
    ['from a server that never marks its end', 'ignored', false],
    ['without its last bookmark', 'supported', true],
  ] as const)('%s is replaced by pages', async (_name, lists_, noBookmarks) => {
    const { server } = harness;
    server.settings.streamingLists = lists_;
    server.settings.behavior = { ...server.settings.behavior, noBookmarks };
    server.put('a');
    const { cache } = harness.makeCache({ timings: { streamSilenceMs: 50 } });
    await harness.startWatching(cache);
    await eventually('the list is complete', () => cache.synced);
    await eventually(
      'the cache watches',
      () => server.seen('watch').length === 1,
    );
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ 'no-initial-events-end': 1 });
  });

  it('that never ends because of constant changes is replaced by pages', async () => {
    const { server } = harness;
    server.settings.streamingLists = 'ignored';
    const { cache } = harness.makeCache({
      timings: { streamSilenceMs: 5000, streamListMs: 100 },
    });
    cache.start(harness.stop.signal);
    let count = 0;
    await eventually('the list is complete', () => {
      count += 1;
      server.put('busy', String(count));
      return cache.synced;
    });
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ 'no-initial-events-end': 1 });
  });

  it('that is refused is not requested again before streamAgainMs', async () => {
    const { server } = harness;
    server.settings.streamingLists = 'refused';
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    server.settings.streamingLists = 'supported';
    server.write('garbled\n');
    await eventually('a second list', () => server.seen('list').length === 2);
    await harness.expectFollowing(cache);
    expect(server.seen('stream')).toHaveLength(1);
  });

  it('is requested again after streamAgainMs', async () => {
    const { server } = harness;
    server.settings.streamingLists = 'refused';
    const { cache } = harness.makeCache({ timings: { streamAgainMs: 0 } });
    await harness.startWatching(cache);
    server.settings.streamingLists = 'supported';
    server.write('garbled\n');
    await eventually(
      'a second stream',
      () => server.seen('stream').length === 2,
    );
    await harness.expectFollowing(cache);
    expect(server.seen('list')).toHaveLength(1);
  });

  it('is invisible until it is complete', async () => {
    const { server } = harness;
    for (const name of ['a', 'b', 'c']) server.put(name);
    server.failNext('stream', {
      kind: 'broken',
      how: 'silence',
      afterEvents: 3,
    });
    const { cache } = harness.makeCache();
    cache.start(harness.stop.signal);
    await eventually(
      'events arrived',
      () => cache.health.lastEventAt !== undefined,
    );
    expect(cache.list()).toEqual([]);
    expect(cache.synced).toBe(false);
  });
});

describe.each(['supported', 'refused'] as const)(
  'a cache behind the history of the server, streaming lists %s',
  streamingLists => {
    beforeEach(() => {
      harness.server.settings.streamingLists = streamingLists;
    });

    /** Breaks the stream, makes changes, and compacts the versions in between. */
    async function fallBehind(cache: Cache<Note>) {
      const { server } = harness;
      server.put('stays');
      server.put('changes', 'before');
      server.put('goes', 'last words');
      server.put('returns');
      await harness.startWatching(cache);
      const before = lists();
      server.breakWatches('end');
      server.put('changes', 'after');
      server.remove('goes');
      server.remove('returns');
      server.put('returns');
      server.put('comes');
      server.history.compact();
      await eventually('a second list', () => lists() > before);
      await harness.expectFollowing(cache);
    }

    it.each(['status', 'event'] as const)(
      'relists and reports exactly the missed changes, 410 as %s',
      async expiredWatches => {
        harness.server.settings.expiredWatches = expiredWatches;
        const { cache, changes, events } = harness.makeCache();
        await fallBehind(cache);
        expect(changes.slice(4).sort()).toEqual([
          'added comes',
          'added proof',
          'added returns',
          'deleted goes',
          'deleted returns',
          'updated changes',
        ]);
        expect(cache.health.restarts.Expired).toBe(1);
        const sources = events.slice(4).map(({ source }) => source);
        expect(sources).toEqual([...Array(5).fill('list'), 'watch']);
        const gone = events.find(
          ({ key, type }) => key === 'goes' && type === 'deleted',
        );
        expect(gone?.object.text).toBe('last words');
      },
    );

    it('shows readers the old state or the new one, nothing in between', async () => {
      const { server } = harness;
      server.put('a');
      server.put('b');
      const { cache } = harness.makeCache({ timings: { pageSize: 1 } });
      await harness.startWatching(cache);
      const seen: string[][] = [];
      cache.subscribe(() =>
        seen.push(cache.list().map(n => n.metadata.name ?? '')),
      );
      server.breakWatches('end');
      server.remove('a');
      server.remove('b');
      server.put('c');
      server.history.compact();
      await eventually('c arrived', () => cache.get('c') !== undefined);
      await harness.expectFollowing(cache);
      expect(seen.slice(0, 3)).toEqual([['c'], ['c'], ['c']]);
    });
  },
);

describe('a list in pages', () => {
  beforeEach(() => {
    harness.server.settings.streamingLists = 'refused';
  });

  it('shows one point in time', async () => {
    const { server } = harness;
    for (let i = 0; i < 5; i += 1) server.put(`n${i}`, 'old');
    const { cache, events } = harness.makeCache({ timings: { pageSize: 2 } });
    server.failNext('list', { kind: 'status', code: 500, reason: 'Later' });
    let changed = false;
    cache.onHealth(({ state }) => {
      if (state === 'listing' && server.seen('list').length > 0 && !changed) {
        changed = true;
        server.put('n4', 'new');
      }
    });
    await harness.startWatching(cache);
    await harness.expectFollowing(cache);
    expect(events.filter(({ source }) => source === 'list')).toHaveLength(5);
  });

  it('whose pages expire is read in one response', async () => {
    const { server } = harness;
    for (let i = 0; i < 5; i += 1) server.put(`n${i}`);
    const expired: Fault = { kind: 'status', code: 410, reason: 'Expired' };
    server.failNext('list', expired);
    const { cache } = harness.makeCache({ timings: { pageSize: 2 } });
    await harness.startWatching(cache);
    expect(server.seen('list').map(({ query }) => query.get('limit'))).toEqual([
      '2',
      null,
    ]);
    expect(contents(cache)).toEqual(server.contents);
  });
});

describe('a cache whose server was restored from a backup', () => {
  async function restore(how: 'end' | 'reset') {
    const { server } = harness;
    server.put('kept', 'old');
    server.put('removed', 'old');
    const backup = server.history.backup();
    const { cache, changes } = harness.makeCache();
    await harness.startWatching(cache);
    for (let i = 0; i < 10; i += 1) server.put('kept', `new ${i}`);
    server.remove('removed');
    server.put('never-happened');
    await eventually(
      'the cache has the change',
      () => 'never-happened' in contents(cache),
    );
    changes.length = 0;
    server.history.restore(backup);
    server.breakWatches(how);
    return { cache, changes };
  }

  it.each(['end', 'reset'] as const)(
    'drops changes that the restore has undone, stream broken by %s',
    async how => {
      const { cache, changes } = await restore(how);
      await eventually(
        'the cache has the restored state',
        () => !('never-happened' in contents(cache)),
      );
      expect(contents(cache)).toEqual({ kept: 'old', removed: 'old' });
      expect(changes.sort()).toEqual([
        'added removed',
        'deleted never-happened',
        'updated kept',
      ]);
      expect(cache.health.restarts.ResourceVersionTooLarge).toBe(1);
      await harness.expectFollowing(cache);
    },
  );

  it('detects the restore by silence when the check is forbidden', async () => {
    const { server } = harness;
    const forbidden: Fault = { kind: 'status', code: 403, reason: 'Forbidden' };
    server.failNext('check', forbidden);
    const { cache } = await restoreWith({ livenessMs: [100, 100] });
    await eventually(
      'the cache has the restored state',
      () => !('new' in contents(cache)),
    );
    expect(cache.health.restarts.mute).toBe(1);
    await harness.expectFollowing(cache);
  });

  async function restoreWith(timings: { livenessMs: [number, number] }) {
    const { server } = harness;
    server.put('kept', 'old');
    const backup = server.history.backup();
    const { cache } = harness.makeCache({ timings });
    await harness.startWatching(cache);
    server.put('new');
    await eventually(
      'the cache has the change',
      () => 'new' in contents(cache),
    );
    server.history.restore(backup);
    server.breakWatches('end');
    return { cache };
  }
});
