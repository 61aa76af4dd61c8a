import { leaseClock, sleepAwareClock } from './clock';

describe('a clock that includes suspension', () => {
  const world = () => {
    const times = { exact: 1_000, sinceBoot: 50_000, date: 9_000_000 };
    const sinceBoot = jest.fn(() => times.sinceBoot);
    const clock = sleepAwareClock(
      () => times.exact,
      sinceBoot,
      () => times.date,
    );
    return { times, sinceBoot, clock };
  };

  it('follows the monotonic clock, and adds the suspended time of the clock since boot', () => {
    const { times, clock } = world();
    const start = clock();
    times.exact += 15;
    times.date += 15;
    // The coarse clock lags behind.
    expect(clock() - start).toBe(15);
    times.sinceBoot += 3_600_000;
    times.date += 3_600_000;
    expect(clock() - start).toBe(3_600_000);
    times.exact += 10;
    times.sinceBoot += 10;
    expect(clock() - start).toBe(3_600_010);
  });

  it('detects a suspension at once when the date jumps, otherwise within 100 ms', () => {
    const { times, clock } = world();
    const start = clock();
    times.sinceBoot += 60_000;
    times.exact += 100;
    expect(clock() - start).toBe(60_000);
    times.sinceBoot += 60_000;
    times.date += 60_000;
    expect(clock() - start).toBe(120_000);
  });

  it('caches the time since boot instead of reading it on every call', () => {
    const { times, clock, sinceBoot } = world();
    for (let call = 0; call < 1_000; call += 1) {
      times.exact += 0.1;
      times.date += 0.1;
      clock();
    }
    expect(sinceBoot.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('advances when the date is set back', () => {
    const realNow = Date.now;
    const start = leaseClock();
    Date.now = () => 0;
    try {
      const since = performance.now();
      while (performance.now() - since < 20);
      expect(leaseClock() - start).toBeGreaterThanOrEqual(20);
      expect(leaseClock() - start).toBeLessThan(10_000);
    } finally {
      Date.now = realNow;
    }
  });
});
