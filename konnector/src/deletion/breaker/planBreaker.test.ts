import fc from 'fast-check';
import {
  parseApproval,
  parseRecord,
  type DeletionRecord,
} from './deletionRecord';
import {
  approvalLifeMs,
  defaultDeletionLimits,
  isPaused,
  noReservedTokens,
  planReservation,
  planReview,
  type BreakerFacts,
} from './planBreaker';

const noon = Date.parse('2026-01-01T12:00:30Z');
const minute = 60_000;
const limits = defaultDeletionLimits;
const facts = (change: Partial<BreakerFacts> = {}): BreakerFacts => ({
  record: { granted: {} },
  reserved: noReservedTokens,
  limits,
  copies: 3,
  waiting: 1,
  nowMs: noon,
  ...change,
});

/** A binding whose annotation survives while the process may crash between any two deletions. */
class Binding {
  private text: string | undefined;
  private reserved = noReservedTokens;
  readonly deletedAt: number[] = [];

  constructor(private copies: number) {}

  get record(): DeletionRecord {
    return parseRecord(this.text, 0);
  }

  get left(): number {
    return this.copies;
  }

  crash(): void {
    this.reserved = noReservedTokens;
  }

  remove(nowMs: number, waiting = 1): boolean {
    const { record, reserved, copies } = this;
    const reservation = planReservation(
      facts({ record, reserved, copies, waiting, nowMs }),
    );
    if (reservation.record) this.text = JSON.stringify(reservation.record);
    this.reserved = reservation.reserved;
    if (!reservation.token) return false;
    this.copies -= 1;
    this.deletedAt.push(nowMs);
    return true;
  }

  review(nowMs: number, approval?: number, nothingWaits = false): void {
    const { record } = this;
    const next = planReview({
      record,
      reserved: this.reserved,
      approval,
      nothingWaits,
      nowMs,
    });
    if (!next) return;
    this.text = JSON.stringify(next);
    this.reserved = { ...this.reserved, approved: 0 };
  }
}

describe('planReservation', () => {
  it('allows everyday deletions: 5 of few copies, 10 % of many', () => {
    const few = new Binding(7);
    const many = new Binding(200);
    for (let i = 0; i < 5; i += 1) expect(few.remove(noon + i)).toBe(true);
    for (let i = 0; i < 20; i += 1) expect(many.remove(noon + i)).toBe(true);
    expect(few.remove(noon + 10)).toBe(false);
    expect(many.remove(noon + 30)).toBe(false);
  });

  it('stops a mass deletion before its first DELETE', () => {
    expect(planReservation(facts({ copies: 100, waiting: 11 }))).toEqual({
      record: { granted: {}, pausedAt: '2026-01-01T12:00:30.000Z' },
      reserved: noReservedTokens,
    });
    expect(planReservation(facts({ copies: 100, waiting: 10 })).token).toBe(
      'ordinary',
    );
  });

  it('stays paused until there is an approval', () => {
    const binding = new Binding(100);
    expect(binding.remove(noon, 100)).toBe(false);
    for (let hour = 0; hour < 100; hour += 1) {
      binding.crash();
      expect(binding.remove(noon + hour * 60 * minute)).toBe(false);
    }
  });

  it('writes once for many deletions of many copies', () => {
    const { record, reserved } = planReservation(facts({ copies: 10_000 }));
    expect(record?.granted).toEqual({ '2026-01-01T12:00Z': 100 });
    expect(reserved.ordinary).toBe(99);
    expect(
      planReservation(facts({ copies: 10_000, record, reserved })).record,
    ).toBeUndefined();
  });

  it('does not count unused tokens', () => {
    const binding = new Binding(1_000);
    for (let i = 0; i < 30; i += 1) {
      expect(binding.remove(noon + i * minute)).toBe(true);
    }
  });

  it('never exceeds the limit within a window, regardless of crashes', () => {
    const step = fc.record({
      pauseMs: fc.integer({ min: 0, max: 15 * minute }),
      crash: fc.boolean(),
      waiting: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(step, { maxLength: 120 }),
        (copies, steps) => {
          const binding = new Binding(copies);
          let now = noon;
          for (const { pauseMs, crash, waiting } of steps) {
            now += pauseMs;
            if (crash) binding.crash();
            if (binding.left > 0) binding.remove(now, waiting);
          }
          const most = Math.max(
            limits.count,
            Math.floor(limits.share * copies),
          );
          for (const start of binding.deletedAt) {
            const within = binding.deletedAt.filter(
              at => at >= start && at < start + limits.windowMs,
            );
            expect(within.length).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });

  it('deletes exactly as many as were approved, once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        (copies, approval) => {
          const binding = new Binding(copies);
          // More deletions than any limit wait, so that the breaker trips
          // immediately.
          binding.remove(noon, copies + limits.count);
          binding.review(noon, approval);
          for (let i = 0; i < 2 * copies; i += 1) {
            if (binding.left > 0) binding.remove(noon + i, binding.left);
          }
          expect(binding.deletedAt.length).toBe(Math.min(copies, approval));
        },
      ),
    );
  });

  it('allows less, never more, of an approval after a crash', () => {
    const binding = new Binding(1_000);
    binding.remove(noon, 1_000);
    binding.review(noon, 500);
    for (let i = 0; i < 1_000; i += 1) {
      if (i % 30 === 0) binding.crash();
      binding.remove(noon + i, binding.left);
    }
    expect(binding.deletedAt.length).toBeLessThanOrEqual(500);
    expect(binding.deletedAt.length).toBeGreaterThan(200);
  });
});

describe('an approval', () => {
  const paused: DeletionRecord = {
    granted: {},
    pausedAt: '2026-01-01T12:00:00Z',
  };

  it('ends with the incident that it was given for', () => {
    const binding = new Binding(100);
    binding.remove(noon, 100);
    binding.review(noon, 1_000);
    expect(binding.remove(noon, 100)).toBe(true);
    binding.review(noon, undefined, true);
    expect(binding.record).toEqual({ granted: {} });
    expect(binding.remove(noon, 50)).toBe(false);
    binding.review(noon, 1);
    expect(binding.remove(noon, 50)).toBe(true);
    expect(binding.remove(noon, 49)).toBe(false);
  });

  it('ends after an hour', () => {
    const binding = new Binding(100);
    binding.review(noon, 1_000);
    expect(binding.remove(noon + approvalLifeMs + 1, 100)).toBe(false);
  });

  it('is added to the rest of the previous one', () => {
    const once = planReview({
      record: paused,
      reserved: noReservedTokens,
      approval: 3,
      nothingWaits: false,
      nowMs: noon,
    });
    const twice = planReview({
      record: once!,
      reserved: { ...noReservedTokens, approved: 2 },
      approval: 4,
      nothingWaits: false,
      nowMs: noon,
    });
    expect(twice?.approved?.left).toBe(9);
  });

  it('is a whole number, and nothing else', () => {
    expect(['7', '1000000'].map(parseApproval)).toEqual([7, 1_000_000]);
    const wrong = [undefined, '', '0', '-1', '1e9', 'true', 'all', ' 5', '5.5'];
    for (const text of wrong) expect(parseApproval(text)).toBeUndefined();
  });

  it('is not needed when the finalizers were removed meanwhile: the pause ends', () => {
    const { record } = planReservation(facts({ waiting: 50 }));
    const asked = {
      record: record!,
      reserved: noReservedTokens,
      approval: undefined,
      nowMs: noon,
    };
    expect(planReview({ ...asked, nothingWaits: false })).toBeUndefined();
    expect(planReview({ ...asked, nothingWaits: true })).toEqual({
      granted: {},
    });
  });
});

describe('parseRecord', () => {
  it('is empty without the annotation', () => {
    expect(parseRecord(undefined, noon)).toEqual({ granted: {} });
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"granted":{"x":1}}',
    '{"granted":{"2026-01-01T00:00Z":-1}}',
    '{"granted":{},"approved":{"left":"many","until":"2026-01-01T00:00Z"}}',
  ])('pauses deletions when the annotation is invalid: %s', text => {
    const record = parseRecord(text, noon);
    expect(isPaused(record, noReservedTokens, noon)).toBe(true);
  });
});
