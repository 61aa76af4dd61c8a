import { Harness, startHarness } from '../testing/cacheHarness';
import { Fault } from '../testing/faults';
import { notes } from '../testing/notes';
import { eventually } from '../testing/eventually';

// For busy machines.
jest.setTimeout(30_000);

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
});

afterEach(() => harness.close());

const lists = () =>
  harness.server.seen('stream').length + harness.server.seen('list').length;
const resumedFrom = (watch: number) =>
  harness.server.seen('watch')[watch]?.query.get('resourceVersion');

describe('a cache whose stream ends', () => {
  it('resumes after the last event, without a gap and without a list', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.put('a');
    await eventually('a arrived', () => cache.get('a') !== undefined);
    const version = cache.get('a')?.metadata.resourceVersion;
    harness.server.breakWatches('end');
    harness.server.put('while-away');
    await harness.expectFollowing(cache);
    expect(lists()).toBe(1);
    expect(resumedFrom(0)).toBe(version);
    expect(cache.health.restarts).toEqual({ ended: 1 });
  });

  it('resumes after the last reported version, whatever its value', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    names.forEach(name => harness.server.put(name));
    await harness.expectFollowing(cache);
    expect(names.filter(name => !cache.get(name))).toEqual([]);
    expect(lists()).toBe(1);
  });

  it('resumes after the last bookmark', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    const before = cache.health.lastEventAt;
    harness.server.bookmark();
    await eventually(
      'the bookmark arrived',
      () => cache.health.lastEventAt !== before,
    );
    harness.server.breakWatches('end');
    await eventually('a second stream', () => harness.server.watchers === 1);
    expect(resumedFrom(0)).toBe(String(harness.server.history.version));
  });

  it('resumes after a streaming list', async () => {
    harness.server.put('a');
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.breakWatches('end');
    await eventually('a second stream', () => harness.server.watchers === 1);
    expect(resumedFrom(0)).toBe(String(harness.server.history.version));
  });

  it('is connecting, not watching, while the server accepts connections and does not respond', async () => {
    const { server } = harness;
    const { cache, healths } = harness.makeCache();
    await harness.startWatching(cache);
    server.failNext('watch', { kind: 'unanswered' });
    server.breakWatches('end');
    await eventually(
      'the watch is requested',
      () => server.seen('watch').length === 1,
    );
    expect(cache.health.state).toBe('connecting');
    server.cutConnections();
    await harness.expectFollowing(cache);
    await eventually(
      'the cache watches',
      () => cache.health.state === 'watching',
    );
    expect(healths.map(({ state }) => state)).toEqual([
      'listing',
      'watching',
      'connecting',
      'waiting',
      'connecting',
      'watching',
    ]);
  });

  it('backs off when the server ends every stream at once', async () => {
    const end: Fault = { kind: 'broken', how: 'end' };
    harness.server.failNext('watch', ...Array<Fault>(5).fill(end));
    const { cache } = harness.makeCache({ timings: { shortWatchMs: 1000 } });
    await harness.startWatching(cache);
    harness.server.breakWatches('end');
    await eventually(
      'a stream stays open',
      () => harness.server.seen('watch').length === 6,
    );
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ ended: 1, 'short-watch': 5 });
  });

  it('resumes after the connection was cut', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.breakWatches('reset');
    harness.server.put('while-away');
    await harness.expectFollowing(cache);
    expect(lists()).toBe(1);
    expect(cache.health.restarts).toEqual({ unreachable: 1 });
  });

  it('detects a stream that died silently', async () => {
    const { cache } = harness.makeCache({
      timings: { livenessMs: [200, 300] },
    });
    await harness.startWatching(cache);
    harness.server.breakWatches('silence');
    harness.server.put('while-away');
    await eventually(
      'the object arrived',
      () => cache.get('while-away') !== undefined,
    );
    await harness.expectFollowing(cache);
    expect(cache.health.restarts.timeout).toBeGreaterThanOrEqual(1);
    expect(resumedFrom(0)).toBe('100');
  });

  it('relists after a stream without any event', async () => {
    const { cache } = harness.makeCache({
      timings: { livenessMs: [200, 300] },
    });
    await harness.startWatching(cache);
    harness.server.failNext('watch', { kind: 'broken', how: 'silence' });
    harness.server.breakWatches('end');
    await eventually('a second list', () => lists() === 2);
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toMatchObject({ ended: 1, mute: 1 });
  });

  it('relists after an event that cannot be parsed', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.write('{"type":"ADDED","object":\n');
    await eventually('a second list', () => lists() === 2);
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ garbled: 1 });
  });

  it('relists after an event without a valid object', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.write('{"type":"ADDED","object":{}}\n');
    await eventually('a second list', () => lists() === 2);
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ error: 1 });
  });

  it('skips an event that fails the stream at the same version each time', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    const poison: Fault = {
      kind: 'errorEvent',
      code: 500,
      reason: 'InternalError',
    };
    harness.server.failNext('watch', ...Array<Fault>(10).fill(poison));
    harness.server.breakWatches('end');
    await eventually('a second list', () => lists() === 2);
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ ended: 1, InternalError: 3 });
  });
});

// Behavior of @kubernetes/client-node 2.0.1 in the same runs: spec/sync-and-safety.md 4.4.
describe('the three runs in which client-node fails', () => {
  it('keeps a quiet stream that receives bookmarks (client-node: cut every 30 s, resumed from its first version)', async () => {
    const { cache } = harness.makeCache({
      timings: { livenessMs: [300, 300] },
    });
    await harness.startWatching(cache);
    const begun = performance.now();
    await eventually('three liveness times with bookmarks passed', () => {
      harness.server.bookmark();
      return performance.now() - begun > 900;
    });
    expect(harness.server.requests).toHaveLength(1);
    harness.server.breakWatches('end');
    await eventually(
      'the cache has resumed',
      () => harness.server.watchers === 1,
    );
    expect(resumedFrom(0)).toBe(String(harness.server.history.version));
    await harness.expectFollowing(cache);
    expect(lists()).toBe(1);
  });

  it('has no growing gaps when the server ends each stream after a while (client-node: blind for 121 of 171 s)', async () => {
    const { server } = harness;
    // A wait that counts as a failure would never end.
    const forever = { baseMs: 1e9, capMs: 1e9 };
    const { cache } = harness.makeCache({ timings: { backoff: forever } });
    await harness.startWatching(cache);
    const gaps: number[] = [];
    for (let round = 1; round <= 9; round += 1) {
      // Without events, but longer than a watch that counts as short.
      const openedMs = performance.now();
      await eventually(
        'the stream was open for a while',
        () => performance.now() - openedMs > 20,
      );
      server.breakWatches('end');
      const endedMs = performance.now();
      await eventually(
        'the next stream is requested',
        () => server.seen('watch').length === round,
      );
      gaps.push((server.seen('watch').at(-1)?.at ?? 0) - endedMs);
      await eventually('the stream is open', () => server.watchers === 1);
    }
    expect(Math.max(...gaps)).toBeLessThan(1000);
    expect(cache.health.restarts).toEqual({ ended: 9 });
    await harness.expectFollowing(cache);
  });

  it('continues after one 503 (client-node: silent for good)', async () => {
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    harness.server.failNext('watch', {
      kind: 'status',
      code: 503,
      reason: 'ServiceUnavailable',
    });
    harness.server.breakWatches('end');
    harness.server.put('while-away');
    await harness.expectFollowing(cache);
    expect(cache.health.restarts).toEqual({ ended: 1, ServiceUnavailable: 1 });
  });
});

describe('a slow reader', () => {
  it('receives no more than it reads', async () => {
    const { server, client, stop } = harness;
    for (let i = 0; i < 200; i += 1) server.put(`n${i}`, 'x'.repeat(100_000));
    const events = client.watch(notes, {
      sendInitialEvents: true,
      signal: stop.signal,
      idleTimeoutMs: 200,
    });
    const iterator = events[Symbol.asyncIterator]();
    await iterator.next();
    const held = () => server.unsentBytes;
    const idleMs = performance.now() + 500;
    await eventually(
      'the idle timeout has passed',
      () => performance.now() > idleMs,
    );
    // 20 MB were written; what does not fit into the kernel's buffers waits at the server, and must not count as
    // silence.
    expect(held()).toBeGreaterThan(5_000_000);
    let seen = 1;
    for (let next = await iterator.next(); seen < 200; seen += 1) {
      expect(next.value.type).toBe('ADDED');
      next = await iterator.next();
    }
    expect(held()).toBe(0);
    await iterator.return?.(undefined);
  });
});
