import fc from 'fast-check';
import { Failure } from './failure';
import { nextWatchState } from './nextWatchState';
import { maxRetryAfterMs } from '../backoff';
import { defaultTimings } from './timings';
import {
  initialWatchState,
  ListMode,
  ReflectorEvent,
  WatchState,
} from './watchState';

const base = { attempt: 0, pagesUntilMs: -Infinity };

const listing = (mode: ListMode, attempt = 0): WatchState => ({
  ...base,
  phase: 'listing',
  mode,
  attempt,
});

const watching = (attempt = 0): WatchState => ({
  ...base,
  phase: 'watching',
  resourceVersion: '7',
  attempt,
});

const checking: WatchState = {
  ...base,
  phase: 'checking',
  resourceVersion: '7',
};

const failed = (
  kind: Failure['kind'],
  more: Partial<Failure> = {},
): ReflectorEvent => ({
  type: 'failed',
  failure: { kind, reason: kind, message: kind, ...more },
});

const ended = (
  more: Partial<Extract<ReflectorEvent, { type: 'ended' }>> = {},
): ReflectorEvent => ({
  type: 'ended',
  openMs: 400_000,
  receivedEvent: true,
  early: false,
  ...more,
});

/** Uses the upper bound of the jitter, so that waits equal their bounds. */
const next = (
  state: WatchState,
  event: ReflectorEvent,
  { random = 1, nowMs = 0 } = {},
) => nextWatchState(state, event, { timings: defaultTimings, random, nowMs });

const resumes = { do: 'check', resourceVersion: '7' };
const relists = { do: 'list', mode: 'stream' };

describe('a reflector that lists', () => {
  it('starts with a stream, and watches from the version of the list', () => {
    expect(initialWatchState).toEqual(listing('stream'));
    expect(
      next(initialWatchState, { type: 'listed', resourceVersion: '7' }),
    ).toEqual(watching());
  });

  it('reads pages at once when the server cannot stream, and skips streams for a while', () => {
    const pages = next(initialWatchState, failed('unstreamable'));
    expect(pages).toMatchObject({ phase: 'listing', mode: 'pages' });
    const followed = next(pages, { type: 'listed', resourceVersion: '7' });
    const expired = failed('expired');
    const { streamAgainMs } = defaultTimings;
    expect(next(followed, expired, { nowMs: streamAgainMs - 1 })).toMatchObject(
      { phase: 'listing', mode: 'pages' },
    );
    expect(next(followed, expired, { nowMs: streamAgainMs })).toMatchObject({
      phase: 'listing',
      mode: 'stream',
    });
  });

  it.each(['unfinished', 'refused', 'garbled'] as const)(
    'reads pages after a stream that was %s, and requests a stream the next time',
    kind => {
      const waiting = next(initialWatchState, failed(kind));
      expect(waiting).toMatchObject({
        delayMs: 500,
        next: { do: 'list', mode: 'pages' },
      });
      const pages = next(waiting, { type: 'waited' });
      const followed = next(pages, { type: 'listed', resourceVersion: '7' });
      expect(next(followed, failed('absent'))).toMatchObject({ next: relists });
    },
  );

  it('reads pages after a stream that ended before it was complete', () => {
    expect(next(initialWatchState, ended())).toMatchObject({
      failure: { reason: 'short-list' },
      next: { do: 'list', mode: 'pages' },
    });
  });

  it.each([
    'unreachable',
    'busy',
    'unauthorized',
    'forbidden',
    'absent',
  ] as const)('repeats the same request while %s', kind => {
    for (const mode of ['stream', 'pages', 'whole'] as const) {
      expect(next(listing(mode), failed(kind))).toMatchObject({
        phase: 'waiting',
        next: { do: 'list', mode },
      });
    }
  });

  it('requests everything in one response after pages have expired, and pages when that fails', () => {
    expect(next(listing('pages'), failed('expired'))).toEqual(
      listing('whole', 1),
    );
    expect(next(listing('whole'), failed('refused'))).toMatchObject({
      next: { do: 'list', mode: 'pages' },
    });
  });
});

describe('a reflector that watches', () => {
  it('records each observed version', () => {
    expect(
      next(watching(3), { type: 'progressed', resourceVersion: '9' }),
    ).toEqual({ ...watching(), resourceVersion: '9' });
  });

  it('resumes at once from its version after the server ended the stream', () => {
    expect(next(watching(2), ended())).toEqual(watching());
    expect(next(watching(2), ended({ receivedEvent: false }))).toEqual(
      watching(),
    );
  });

  it('resumes at once after a short stream with an event', () => {
    expect(next(watching(), ended({ openMs: 5 }))).toEqual(watching());
  });

  it("checks the server's version first when the stream ended early", () => {
    const early = ended({ openMs: 5000, early: true });
    expect(next(watching(2), early)).toEqual(checking);
    expect(next(checking, { type: 'checked' })).toEqual(watching());
  });

  it('backs off when streams end as soon as they are open', () => {
    const short = ended({ openMs: 5, receivedEvent: false, early: true });
    expect(next(watching(2), short)).toMatchObject({
      phase: 'waiting',
      delayMs: 2000,
      attempt: 3,
      failure: { reason: 'short-watch' },
      next: resumes,
    });
  });

  it('relists at once after the first 410', () => {
    expect(next(watching(), failed('expired'))).toEqual(listing('stream', 1));
  });

  it('backs off when relisting does not end the 410', () => {
    const again = next(next(watching(), failed('expired')), {
      type: 'listed',
      resourceVersion: '8',
    });
    expect(next(again, failed('expired'))).toMatchObject({
      phase: 'waiting',
      delayMs: 1000,
      next: relists,
    });
  });

  it.each(['unreachable', 'busy', 'unauthorized', 'forbidden'] as const)(
    'resumes from its version while %s, however often',
    kind => {
      for (const attempt of [0, 1, 5, 50]) {
        expect(next(watching(attempt), failed(kind))).toMatchObject({
          phase: 'waiting',
          next: resumes,
        });
      }
    },
  );

  it.each(['garbled', 'absent', 'mute'] as const)(
    'relists after a stream that was %s',
    kind => {
      expect(next(watching(), failed(kind))).toMatchObject({
        phase: 'waiting',
        next: relists,
      });
    },
  );

  it('resumes after a transient error, and relists when it persists', () => {
    const steps = [0, 1, 2, 3].map(attempt =>
      next(watching(attempt), failed('refused')),
    );
    expect(steps.map(step => 'next' in step && step.next)).toEqual([
      resumes,
      resumes,
      relists,
      relists,
    ]);
  });
});

describe('a reflector that checks', () => {
  it('relists when the server is behind because it was restored from a backup', () => {
    expect(next(checking, failed('expired'))).toEqual(listing('stream', 1));
  });

  it.each(['forbidden', 'refused'] as const)(
    'watches without the check when the check is %s',
    kind => {
      expect(next(checking, failed(kind))).toEqual(watching());
    },
  );

  it.each(['unreachable', 'busy', 'unauthorized'] as const)(
    'repeats the check while %s',
    kind => {
      expect(next(checking, failed(kind))).toMatchObject({ next: resumes });
    },
  );
});

describe('waits', () => {
  it('last at least as long as Retry-After', () => {
    const throttled = failed('busy', { retryAfterMs: 3000 });
    expect(next(watching(), throttled, { random: 0 })).toMatchObject({
      delayMs: 3000,
    });
    expect(next(watching(), throttled)).toMatchObject({ delayMs: 3500 });
  });

  it('are bounded for a large Retry-After', () => {
    const absurd = failed('busy', { retryAfterMs: 86_400_000 });
    expect(next(watching(), absurd, { random: 0 })).toMatchObject({
      delayMs: maxRetryAfterMs,
    });
  });

  it('are shorter for a missing resource than for a failure', () => {
    expect(next(watching(50), failed('absent'))).toMatchObject({
      delayMs: 10_000,
    });
    expect(next(watching(50), failed('unreachable'))).toMatchObject({
      delayMs: 30_000,
    });
  });
});

describe('nextWatchState', () => {
  const anyFailure = fc
    .constantFrom<Failure['kind']>(
      'expired',
      'unauthorized',
      'forbidden',
      'absent',
      'garbled',
      'busy',
      'refused',
      'unreachable',
      'mute',
      'unfinished',
      'unstreamable',
    )
    .map(kind => failed(kind));
  const anyEvent: fc.Arbitrary<ReflectorEvent> = fc.oneof(
    anyFailure,
    fc.constantFrom<ReflectorEvent>(
      { type: 'listed', resourceVersion: '8' },
      { type: 'checked' },
      { type: 'progressed', resourceVersion: '9' },
      { type: 'waited' },
    ),
    fc
      .record({
        openMs: fc.nat(2000),
        receivedEvent: fc.boolean(),
        early: fc.boolean(),
      })
      .map(end => ended(end)),
  );
  const possible: Record<WatchState['phase'], ReflectorEvent['type'][]> = {
    listing: ['listed', 'ended', 'failed'],
    checking: ['checked', 'failed'],
    watching: ['progressed', 'ended', 'failed'],
    waiting: ['waited'],
  };

  function isPossible(state: WatchState, event: ReflectorEvent): boolean {
    const isUnstreamable =
      event.type === 'failed' && event.failure.kind === 'unstreamable';
    const streams = state.phase === 'listing' && state.mode === 'stream';
    return (
      possible[state.phase].includes(event.type) && (streams || !isUnstreamable)
    );
  }

  /** The states after each event; events that cannot happen in a state are skipped. */
  function statesOf(events: ReflectorEvent[]): WatchState[] {
    const states = [initialWatchState];
    for (const event of events) {
      const state = states.at(-1) ?? initialWatchState;
      if (isPossible(state, event)) states.push(next(state, event));
    }
    return states;
  }

  it('never stops and never waits beyond its bound', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 200 }), events => {
        const delays = statesOf(events).map(state =>
          state.phase === 'waiting' ? state.delayMs : 0,
        );
        expect(Math.max(...delays)).toBeLessThanOrEqual(
          defaultTimings.backoff.capMs,
        );
      }),
    );
  });

  it('never retries failures without a wait', () => {
    fc.assert(
      fc.property(fc.array(anyFailure, { maxLength: 200 }), failures => {
        const phases = statesOf(
          failures.flatMap(failure => [failure, { type: 'waited' }]),
        ).map(({ phase }) => phase);
        // Allowed without a wait: a skipped version check, the first 410, and a refused list mode.
        const hurries = phases.join(' ').split('waiting');
        const longest = hurries.map(part => part.trim().split(' ').length);
        expect(Math.max(...longest)).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('throws for impossible events', () => {
    expect(() => next(initialWatchState, { type: 'waited' })).toThrow(
      '"waited" cannot happen while listing',
    );
  });
});
