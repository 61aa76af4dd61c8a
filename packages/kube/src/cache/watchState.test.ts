import { ApiError, ConnectionError } from '../errors';
import { defaultTimings } from './timings';
import {
  classifyFailure,
  Failure,
  initialWatchState,
  nextWatchState,
  WatchHappening,
  WatchState,
} from './watchState';

const watching = (attempt = 0): WatchState => ({
  phase: 'watching',
  resourceVersion: '7',
  attempt,
});

const failed = (
  kind: Failure['kind'],
  more: Partial<Failure> = {},
): WatchHappening => ({
  type: 'failed',
  failure: { kind, reason: kind, message: kind, ...more },
});

/** Jitter at its upper bound, so that waits are the bounds themselves. */
const next = (state: WatchState, happening: WatchHappening, random = 1) =>
  nextWatchState(state, happening, defaultTimings, random);

describe('nextWatchState', () => {
  it('watches from the version of the list', () => {
    expect(
      next(initialWatchState, { type: 'listed', resourceVersion: '7' }),
    ).toEqual(watching());
  });

  it('remembers each version it sees', () => {
    expect(
      next(watching(3), { type: 'progressed', resourceVersion: '9' }),
    ).toEqual({ phase: 'watching', resourceVersion: '9', attempt: 0 });
  });

  it('resumes at once where it was after the server ended the stream', () => {
    const ended = { type: 'ended', openMs: 5000, progressed: false } as const;
    expect(next(watching(2), ended)).toEqual(watching());
  });

  it('resumes at once after a short stream that said something', () => {
    const ended = { type: 'ended', openMs: 5, progressed: true } as const;
    expect(next(watching(), ended)).toEqual(watching());
  });

  it('backs off from streams that end as soon as they begin', () => {
    const ended = { type: 'ended', openMs: 5, progressed: false } as const;
    expect(next(watching(2), ended)).toMatchObject({
      phase: 'waiting',
      delayMs: 2000,
      attempt: 3,
      failure: { reason: 'short-watch' },
      next: { do: 'watch', resourceVersion: '7' },
    });
  });

  it('lists anew at once after the first 410', () => {
    expect(next(watching(), failed('expired'))).toEqual({
      phase: 'listing',
      paged: true,
      attempt: 1,
    });
  });

  it('backs off when a new list does not help against 410', () => {
    const listing = next(watching(), failed('expired'));
    const again = next(listing, { type: 'listed', resourceVersion: '8' });
    expect(next(again, failed('expired'))).toMatchObject({
      phase: 'waiting',
      delayMs: 1000,
      next: { do: 'list', paged: true },
    });
  });

  it('asks for everything in one answer after pages have expired', () => {
    expect(next(initialWatchState, failed('expired'))).toEqual({
      phase: 'listing',
      paged: false,
      attempt: 1,
    });
  });

  it('resumes a stream that broke behind what it has seen', () => {
    expect(next(watching(), failed('transient'))).toMatchObject({
      phase: 'waiting',
      delayMs: 500,
      next: { do: 'watch', resourceVersion: '7' },
    });
  });

  it.each(['garbled', 'absent'] as const)(
    'lists anew after a stream that was %s',
    kind => {
      expect(next(watching(), failed(kind))).toMatchObject({
        phase: 'waiting',
        next: { do: 'list', paged: true },
      });
    },
  );

  it.each(['unauthorized', 'forbidden'] as const)(
    'keeps its place while %s',
    kind => {
      expect(next(watching(), failed(kind))).toMatchObject({
        phase: 'waiting',
        next: { do: 'watch', resourceVersion: '7' },
      });
    },
  );

  it('waits at least as long as the server asks for', () => {
    const throttled = failed('transient', { retryAfterMs: 3000 });
    expect(next(watching(), throttled, 0)).toMatchObject({ delayMs: 3000 });
    expect(next(watching(), throttled, 1)).toMatchObject({ delayMs: 3500 });
  });

  it('never gives up, and never waits longer than its bound', () => {
    let state: WatchState = initialWatchState;
    for (let round = 0; round < 2000; round += 1) {
      state = next(state, failed('transient'));
      expect(state).toMatchObject({ phase: 'waiting', attempt: round + 1 });
      expect((state as { delayMs: number }).delayMs).toBeLessThanOrEqual(
        defaultTimings.backoff.capMs,
      );
      state = next(state, { type: 'waited' });
      expect(state).toMatchObject({ phase: 'listing', paged: true });
    }
  });

  it('asks more often for what may appear than for what is broken', () => {
    const absent = next(watching(50), failed('absent'));
    expect(absent).toMatchObject({ delayMs: 10_000 });
    expect(next(watching(50), failed('transient'))).toMatchObject({
      delayMs: 30_000,
    });
  });

  it('refuses what cannot happen', () => {
    expect(() => next(initialWatchState, { type: 'waited' })).toThrow(
      '"waited" cannot happen while listing',
    );
  });
});

describe('classifyFailure', () => {
  const api = (code: number, reason: string) =>
    new ApiError({ code, reason, message: 'm' });

  it.each([
    ['expired', api(410, 'Gone')],
    ['expired', api(410, 'Expired')],
    ['unauthorized', api(401, 'Unauthorized')],
    ['forbidden', api(403, 'Forbidden')],
    ['absent', api(404, 'Unknown')],
    ['transient', api(429, 'TooManyRequests')],
    ['transient', api(500, 'InternalError')],
    ['transient', api(503, 'ServiceUnavailable')],
    ['transient', new TypeError('x')],
    ['garbled', new ConnectionError('m', { failure: 'garbled', server: 's' })],
    [
      'transient',
      new ConnectionError('m', { failure: 'unreachable', server: 's' }),
    ],
  ] as const)('%s: %s', (kind, error) => {
    expect(classifyFailure(error).kind).toBe(kind);
  });

  it('takes Retry-After over in milliseconds', () => {
    const error = new ApiError({
      code: 429,
      reason: 'TooManyRequests',
      message: 'm',
      retryAfterSeconds: 2,
    });
    expect(classifyFailure(error)).toMatchObject({ retryAfterMs: 2000 });
  });
});
