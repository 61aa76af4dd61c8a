import { Lease } from '../coreTypes';
import { silentLogger } from '../Logger';
import { WatchEvent } from '../types';
import { deferred } from '../wait';
import {
  changedTo,
  fakeLeaseApi,
  leaseOf,
  never,
} from './__testUtils__/fakeLeaseApi';
import { LeaseApi } from './LeaseClient';
import { LeaseSpec, leadingSince } from './leaseState';
import { leaseTimes } from './leaseTimes';
import { HeldLease } from './HeldLease';

// One fake clock for timers and deadlines; it can be ahead of the timers, as after a pause.
jest.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) =>
    new Promise(resolve => {
      setTimeout(resolve, ms);
    }),
}));
let mockPausedMs = 0;
jest.mock('./clock', () => ({ leaseClock: () => Date.now() + mockPausedMs }));

beforeEach(() => {
  mockPausedMs = 0;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const times = leaseTimes();
const mine: LeaseSpec = {
  holderIdentity: 'me',
  acquireTime: 'a',
  leaseTransitions: 4,
};
const theirs: LeaseSpec = { ...mine, holderIdentity: 'other' };

const begin = (overrides: Partial<LeaseApi>) =>
  HeldLease.start(
    { api: fakeLeaseApi(overrides), times, logger: silentLogger },
    leadingSince(leaseOf(mine), Date.now()),
  );

it('releases the lease only after the pending renewal has been answered', async () => {
  const renewal = deferred<Lease>();
  const written: string[] = [];
  const heldLease = begin({
    patch: async (version, spec) => {
      written.push(`${version} ${spec.holderIdentity ?? 'renewed'}`);
      return spec.holderIdentity === undefined
        ? renewal.promise
        : leaseOf(spec);
    },
  });
  await jest.advanceTimersByTimeAsync(times.retryMs);
  expect(written).toEqual(['1 renewed']);
  const released = heldLease.release();
  await jest.advanceTimersByTimeAsync(100);
  expect(written).toEqual(['1 renewed']);
  renewal.resolve(leaseOf(mine, '2'));
  await released;
  expect(written).toEqual(['1 renewed', '2 ']);
  expect(heldLease.valid).toBe(false);
  expect(() => heldLease.guard.check()).toThrow('it was released');
});

it('does not release the lease after its renew deadline', async () => {
  const written: LeaseSpec[] = [];
  const heldLease = begin({
    patch: async (_version, spec, guard) => {
      // The process is paused before the request is sent.
      mockPausedMs = times.renewDeadlineMs;
      guard?.check();
      written.push(spec);
      return leaseOf(spec);
    },
  });
  const released = heldLease.release();
  await jest.advanceTimersByTimeAsync(times.retryMs);
  await released;
  expect(written).toEqual([]);
});

describe('a watch event with another holder', () => {
  async function lostBy(pauseMs: number) {
    const news = deferred<WatchEvent<Lease>>();
    const heldLease = begin({
      patch: never,
      async *watch() {
        yield await news.promise;
        await never();
      },
    });
    mockPausedMs = pauseMs;
    news.resolve(changedTo(theirs));
    return (await heldLease.lost).end;
  }

  it('ends the term as taken', async () => {
    expect(await lostBy(0)).toBe('taken');
  });

  it('ends the term as expired when it arrives after a pause beyond the deadline, before the timer fires', async () => {
    expect(await lostBy(times.renewDeadlineMs)).toBe('expired');
  });
});
