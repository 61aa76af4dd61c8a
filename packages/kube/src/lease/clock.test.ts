import { leaseClock, sleepAwareClock } from './clock';

describe('a clock that counts sleep', () => {
  it('goes with the exact clock, then with the other one after a sleep', () => {
    let exact = 1_000;
    let sinceBoot = 50_000;
    const clock = sleepAwareClock(
      () => exact,
      () => sinceBoot,
    );
    const start = clock();
    exact += 5;
    // Coarse: it lags behind.
    expect(clock() - start).toBe(5);
    sinceBoot += 3_600_000;
    expect(clock() - start).toBe(3_600_000);
    exact += 10;
    sinceBoot += 10;
    expect(clock() - start).toBe(3_600_010);
  });

  it('runs, whatever the date says', () => {
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
