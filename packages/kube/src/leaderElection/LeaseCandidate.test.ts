import { silentLogger } from '../Logger';
import { changedTo, fakeLeaseApi, leaseOf } from './__testUtils__/fakeLeaseApi';
import { LeaseApi } from './LeaseClient';
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

/** Starts as standby; the result is set once the lease is acquired. */
function begin(overrides: Partial<LeaseApi>) {
  const begun: { leading?: Leading; afterMs?: number } = {};
  const startedAt = Date.now();
  const standby = new LeaseCandidate(
    {
      api: fakeLeaseApi(overrides),
      identity: 'me',
      times,
      logger: silentLogger,
    },
    new AbortController().signal,
  );
  void standby.acquire().then(leading => {
    begun.leading = leading;
    begun.afterMs = Date.now() - startedAt;
  });
  return begun;
}

it('does not acquire a lease that it could not read yet', async () => {
  let isConnected = false;
  const begun = begin({
    read: async () => {
      if (!isConnected) throw new Error('no connection');
      return undefined;
    },
  });
  await jest.advanceTimersByTimeAsync(2 * times.durationMs);
  expect(begun.leading).toBeUndefined();
  isConnected = true;
  await jest.advanceTimersByTimeAsync(2 * times.retryMs);
  expect(begun.leading?.spec.holderIdentity).toBe('me');
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
