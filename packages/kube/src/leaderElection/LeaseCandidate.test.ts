import { silentLogger } from '../Logger';
import { changedTo, fakeLeaseApi, leaseOf } from './__testUtils__/fakeLeaseApi';
import { LeaseApi } from './LeaseApi';
import { Leading } from './leaseState';
import { leaseTimes } from './leaseTimes';
import { LeaseCandidate } from './LeaseCandidate';

// Timers and deadlines use the same fake clock.
jest.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) =>
    new Promise(resolve => {
      setTimeout(resolve, ms);
    }),
}));
jest.mock('./clock', () => ({ leaseClock: () => Date.now() }));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const times = leaseTimes();
const candidate = { identity: 'me', times };

/** Starts as standby; the result is set once the lease is acquired. */
function begin(overrides: Partial<LeaseApi>) {
  const begun: { leading?: Leading; afterMs?: number } = {};
  const startedAt = Date.now();
  const standby = new LeaseCandidate(
    { api: fakeLeaseApi(overrides), candidate, logger: silentLogger },
    new AbortController().signal,
  );
  void standby.acquire().then(leading => {
    begun.leading = leading;
    begun.afterMs = Date.now() - startedAt;
  });
  return begun;
}

describe('the candidate that created the marker', () => {
  /** A call that fails until a time after the start. */
  const failsFor = (ms: number) => {
    const startedAt = Date.now();
    return async () => {
      if (Date.now() - startedAt < ms) throw new Error('no connection');
      return undefined;
    };
  };
  const marksOnce = () => {
    const mark = jest.fn().mockResolvedValueOnce(true).mockResolvedValue(false);
    return mark as () => Promise<boolean>;
  };

  it('leads first even if its read of the lease fails once', async () => {
    const begun = begin({ ensureMarker: marksOnce(), read: failsFor(1) });
    await jest.advanceTimersByTimeAsync(2 * times.retryMs);
    expect(begun.leading?.spec.holderIdentity).toBe('me');
  });

  it('waits for the lease duration once other candidates may have led', async () => {
    const read = failsFor(times.durationMs);
    const begun = begin({ ensureMarker: marksOnce(), read });
    await jest.advanceTimersByTimeAsync(2 * times.durationMs - 1);
    expect(begun.leading).toBeUndefined();
    await jest.advanceTimersByTimeAsync(times.durationMs);
    expect(begun.leading).toBeDefined();
  });
});

it('restarts the lease duration at each renewal, and acquires the lease when renewals stop', async () => {
  const held = {
    holderIdentity: 'other',
    leaseDurationSeconds: 15,
    acquireTime: 'a',
    renewTime: '1',
    leaseTransitions: 4,
  };
  const renewed = { ...held, renewTime: '2' };
  let spec = held;
  const begun = begin({
    ensureMarker: async () => false,
    read: async () => leaseOf(spec),
    async *watch(_version, signal) {
      if (spec === held) {
        await new Promise(resolve => {
          setTimeout(resolve, 10_000);
        });
        spec = renewed;
        yield changedTo(renewed);
      }
      await new Promise(resolve => {
        signal.addEventListener('abort', resolve, { once: true });
      });
    },
  });
  await jest.advanceTimersByTimeAsync(24_999);
  expect(begun.leading).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(begun).toMatchObject({
    leading: { spec: { holderIdentity: 'me', leaseTransitions: 5 } },
    afterMs: 25_000,
  });
});
