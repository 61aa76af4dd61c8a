import { Lease } from '../coreTypes';
import {
  acquireSpec,
  deadlineOf,
  freeAt,
  observeAsLeader,
  LeaseSpec,
  microTime,
  leadingSince,
  releaseSpec,
  Standby,
  observeAsStandby,
  initialStandby,
} from './leaseState';
import { leaseTimes } from './leaseTimes';

const times = leaseTimes();
const candidate = { identity: 'me', times };

const lease = (spec: LeaseSpec | undefined, resourceVersion = '1'): Lease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace: 'n', name: 'l', resourceVersion },
  spec,
});

const held: LeaseSpec = {
  holderIdentity: 'other',
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-01T00:00:00.000000Z',
  renewTime: '2026-01-01T00:00:00.000000Z',
  leaseTransitions: 4,
};

const sawHeldAt = (now: number): Standby =>
  observeAsStandby(initialStandby, lease(held), now);

describe('a candidate', () => {
  it('may acquire a lease that is empty or released', () => {
    for (const found of [
      lease(undefined),
      lease({}),
      lease({ ...held, holderIdentity: '' }),
    ]) {
      const state = observeAsStandby(initialStandby, found, 1_000);
      expect(freeAt(state, candidate)).toBeLessThanOrEqual(1_000);
    }
  });

  it('waits the lease duration of the holder from when the last change was observed', () => {
    const state = sawHeldAt(1_000);
    expect(freeAt(state, candidate)).toBe(16_000);
    const again = observeAsStandby(state, lease(held, '2'), 9_000);
    expect(freeAt(again, candidate)).toBe(16_000);
    expect(again.version).toBe('2');
    const renewTime = '2026-01-01T00:00:02.000000Z';
    const renewed = observeAsStandby(
      again,
      lease({ ...held, renewTime }),
      9_000,
    );
    expect(freeAt(renewed, candidate)).toBe(24_000);
  });

  it.each<Partial<LeaseSpec>>([
    { holderIdentity: 'third' },
    { acquireTime: '2026-01-01T00:00:02.000000Z' },
    { leaseTransitions: 5 },
    { leaseDurationSeconds: 14 },
  ])('restarts the wait after a change of %j', change => {
    const spec = { ...held, ...change };
    const state = observeAsStandby(sawHeldAt(1_000), lease(spec), 9_000);
    const seconds = spec.leaseDurationSeconds ?? NaN;
    expect(freeAt(state, candidate)).toBe(9_000 + seconds * 1_000);
  });

  it('ignores the value of renewTime, because clocks may differ', () => {
    for (const renewTime of ['1990-01-01T00:00:00.000000Z', '2090-…', '']) {
      const state = observeAsStandby(
        initialStandby,
        lease({ ...held, renewTime }),
        1_000,
      );
      expect(freeAt(state, candidate)).toBe(16_000);
    }
  });

  it('waits its own lease duration when the Lease has none', () => {
    for (const leaseDurationSeconds of [undefined, 0]) {
      const spec = { ...held, leaseDurationSeconds };
      const state = observeAsStandby(initialStandby, lease(spec), 1_000);
      expect(freeAt(state, candidate)).toBe(1_000 + times.durationMs);
    }
  });

  it('waits from when the deletion of the Lease was first observed', () => {
    // Renewals and terms in between may have been missed.
    const state = observeAsStandby(sawHeldAt(1_000), undefined, 30_000);
    expect(state.version).toBeUndefined();
    expect(freeAt(state, candidate)).toBe(45_000);
    const again = observeAsStandby(state, undefined, 32_000);
    expect(freeAt(again, candidate)).toBe(45_000);
    expect(acquireSpec(again, candidate, 'now').leaseTransitions).toBe(5);
    const back = observeAsStandby(again, lease(held), 33_000);
    expect(freeAt(back, candidate)).toBe(48_000);
  });

  it('does not wait for a Lease that it has never observed', () => {
    const never = observeAsStandby(initialStandby, undefined, 1_000);
    expect(freeAt(never, candidate)).toBe(1_000);
  });

  it('waits when the Lease was deleted after a release', () => {
    const released = { holderIdentity: '', leaseDurationSeconds: 1 };
    const state = observeAsStandby(initialStandby, lease(released), 1_000);
    const gone = observeAsStandby(state, undefined, 2_000);
    expect(freeAt(gone, candidate)).toBe(17_000);
    const slow = observeAsStandby(
      observeAsStandby(
        initialStandby,
        lease({ ...held, leaseDurationSeconds: 60 }),
        1_000,
      ),
      undefined,
      2_000,
    );
    expect(freeAt(slow, candidate)).toBe(62_000);
  });

  it('never acquires the lease before the first observation', () => {
    expect(freeAt(initialStandby, candidate)).toBe(Infinity);
  });

  it('waits for a holder with its own identity, unless the acquisition was its own', () => {
    const mine = { ...held, holderIdentity: 'me' };
    const state = observeAsStandby(initialStandby, lease(mine), 1_000);
    expect(freeAt(state, candidate)).toBe(16_000);
    const known = { ...state, unansweredAcquireTime: held.acquireTime };
    expect(freeAt(known, candidate)).toBe(1_000);
    const earlier = { ...state, unansweredAcquireTime: 'another time' };
    expect(freeAt(earlier, candidate)).toBe(16_000);
    const others = {
      ...sawHeldAt(1_000),
      unansweredAcquireTime: held.acquireTime,
    };
    expect(freeAt(others, candidate)).toBe(16_000);
  });

  it("acquires the lease in client-go's format", () => {
    expect(acquireSpec(initialStandby, candidate, 'now')).toEqual({
      holderIdentity: 'me',
      leaseDurationSeconds: 15,
      acquireTime: 'now',
      renewTime: 'now',
      leaseTransitions: 0,
    });
    const { leaseTransitions } = acquireSpec(sawHeldAt(0), candidate, 'now');
    expect(leaseTransitions).toBe(5);
    const odd = { identity: 'me', times: { ...times, durationMs: 1_200 } };
    expect(acquireSpec(initialStandby, odd, 'now').leaseDurationSeconds).toBe(
      2,
    );
  });
});

describe('a leader', () => {
  const state = leadingSince(lease({ ...held, holderIdentity: 'me' }), 1_000);

  it('may write until the renew deadline, measured from when the renewal was sent', () => {
    expect(deadlineOf(state, times)).toBe(11_000);
  });

  it('takes the version from an event of its own term, without extending the deadline', () => {
    const renewed = { ...state.spec, renewTime: 'later' };
    const next = observeAsLeader(state, lease(renewed, '7'));
    expect(next).toMatchObject({ version: '7', renewedAt: 1_000 });
  });

  it.each([
    ['another holder', { holderIdentity: 'other' }],
    ['another term of its identity', { acquireTime: 'later' }],
    ['another number of transitions', { leaseTransitions: 5 }],
    ['no holder', { holderIdentity: '' }],
  ])('has lost the lease when the Lease shows %s', (_, change) => {
    const seen = lease({ ...state.spec, ...change });
    expect(observeAsLeader(state, seen)).toEqual({
      phase: 'lost',
      end: 'taken',
    });
  });

  it('has lost the lease when the Lease is deleted', () => {
    expect(observeAsLeader(state, undefined)).toMatchObject({ end: 'deleted' });
  });

  it("releases the lease in client-go's format", () => {
    expect(releaseSpec(state, 'now')).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: 'now',
      renewTime: 'now',
      leaseTransitions: 4,
    });
  });
});

describe('lease times', () => {
  it('have the defaults of client-go', () => {
    expect(times).toEqual({
      durationMs: 15_000,
      renewDeadlineMs: 10_000,
      retryMs: 2_000,
    });
  });

  it.each([
    { renewDeadlineMs: 15_000 },
    { retryMs: 9_000 },
    { retryMs: 0 },
    { durationMs: NaN },
  ])('must increase: not %j', given => {
    expect(() => leaseTimes(given)).toThrow('must increase');
  });

  it.each([2 ** 31, 30 * 86_400_000, Infinity])(
    'must not exceed the longest timer: not %d ms',
    durationMs => {
      expect(() => leaseTimes({ durationMs })).toThrow(RangeError);
    },
  );

  it('are written with microseconds', () => {
    expect(microTime(0, 7)).toBe('1970-01-01T00:00:00.000007Z');
    expect(microTime(1_234, 1_999)).toBe('1970-01-01T00:00:01.234999Z');
  });
});
