import { contents, Harness, startHarness } from '../testing/cacheHarness';
import { Fault } from '../testing/faults';
import { Verb } from '../testing/FakeApiServer';
import { eventually } from '../testing/eventually';

// For busy machines.
jest.setTimeout(30_000);

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness();
});

afterEach(() => harness.close());

const status = (code: number, reason: string): Fault => ({
  kind: 'status',
  code,
  reason,
});

/** Every response of spec/sync-and-safety.md 6.3, test 7, and connection failures. */
const answers: [name: string, reason: string, fault: Fault][] = [
  ['401', 'Unauthorized', status(401, 'Unauthorized')],
  ['403', 'Forbidden', status(403, 'Forbidden')],
  ['404', 'NotFound', status(404, 'NotFound')],
  ['409', 'Conflict', status(409, 'Conflict')],
  ['410', 'Expired', status(410, 'Expired')],
  ['413', 'RequestEntityTooLarge', status(413, 'RequestEntityTooLarge')],
  ['422', 'Invalid', status(422, 'Invalid')],
  ['429', 'TooManyRequests', status(429, 'TooManyRequests')],
  ['500', 'InternalError', status(500, 'InternalError')],
  ['503', 'ServiceUnavailable', status(503, 'ServiceUnavailable')],
  ['HTML 404', 'NotFound', { kind: 'html', code: 404 }],
  ['HTML 502', 'HTTP 502', { kind: 'html', code: 502 }],
  ['HTML 200', 'garbled', { kind: 'html', code: 200 }],
  ['a wrong content type', 'garbled', { kind: 'wrongType' }],
  ['another body', 'garbled', { kind: 'wrongBody' }],
  ['truncated JSON', 'garbled', { kind: 'truncated' }],
  ['no answer', 'unreachable', { kind: 'reset' }],
  ['half an answer', 'unreachable', { kind: 'broken', how: 'reset' }],
];

/** Responses to a version check after which the watch starts without the check and reports the error itself. */
const checkSkipped = ['403', '409', '413', '422', '500', 'HTML 502'];

describe.each<Verb>(['stream', 'list', 'check', 'watch'])(
  'a cache whose %s is answered with',
  verb => {
    it.each(answers)(
      '%s reports the failure and equals the server in the end',
      async (answer, reason, fault) => {
        const { server } = harness;
        if (verb === 'list') server.settings.streamingLists = 'refused';
        server.put('a', 'one');
        server.put('b', 'two');
        server.failNext(verb, fault);
        const { cache, events } = harness.makeCache();
        await harness.startWatching(cache);
        // Requests after the first list need a broken watch to be sent at all.
        server.breakWatches('end');
        server.put('a', 'three');
        server.remove('b');
        await eventually(
          'the cache has sent another request',
          () => server.requests.length > 2,
        );
        await harness.expectFollowing(cache);
        const isSkipped = verb === 'check' && checkSkipped.includes(answer);
        expect(Object.keys(cache.health.restarts)).toEqual(
          expect.arrayContaining(isSkipped ? [] : [reason]),
        );
        expect(events.filter(({ type }) => type === 'deleted')).toHaveLength(1);
        expect(cache.synced).toBe(true);
      },
    );
  },
);

describe('a cache whose list has no version', () => {
  it('does not treat it as an empty list', async () => {
    const { server } = harness;
    server.settings.streamingLists = 'refused';
    server.put('a', 'one');
    const { cache, events } = harness.makeCache();
    await harness.startWatching(cache);
    server.failNext('list', { kind: 'withoutVersion' });
    server.breakWatches('end');
    server.put('b', 'two');
    server.history.compact();
    await eventually(
      'the cache has sent another request',
      () => 'garbled' in cache.health.restarts,
    );
    await harness.expectFollowing(cache);
    expect(events.map(({ type }) => type)).not.toContain('deleted');
  });
});

describe('a cache that is refused', () => {
  it.each(['stream', 'list', 'check', 'watch'] as const)(
    'does not %s again before Retry-After',
    async verb => {
      const { server } = harness;
      if (verb === 'list') server.settings.streamingLists = 'refused';
      server.failNext(verb, {
        kind: 'status',
        code: 503,
        reason: 'ServiceUnavailable',
        retryAfter: 1,
      });
      const { cache } = harness.makeCache();
      await harness.startWatching(cache);
      server.breakWatches('end');
      await eventually(
        'the request is repeated',
        () => server.seen(verb).length >= 2,
      );
      const [first, second] = server.seen(verb);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
      await harness.expectFollowing(cache);
    },
  );

  it.each([
    ['Unauthorized', 401],
    ['Forbidden', 403],
    ['NotFound', 404],
  ])(
    'reports %s, and starts once its requests are accepted',
    async (reason, code) => {
      const { server } = harness;
      server.put('a');
      server.failNext('stream', ...Array<Fault>(3).fill(status(code, reason)));
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
    },
  );

  it('keeps its objects while watching is forbidden', async () => {
    const { server } = harness;
    server.put('a');
    const { cache } = harness.makeCache();
    await harness.startWatching(cache);
    server.failNext('watch', ...Array<Fault>(9).fill(status(403, 'Forbidden')));
    server.breakWatches('end');
    await eventually(
      'the watch was refused nine times',
      () => cache.health.restarts.Forbidden === 9,
    );
    expect(contents(cache)).toEqual({ a: undefined });
    expect(cache.synced).toBe(true);
    await harness.expectFollowing(cache);
    expect(server.seen('stream')).toHaveLength(1);
  });
});
