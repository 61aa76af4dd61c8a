import { backoffMs } from './backoff';

const times = { baseMs: 100, capMs: 1000 };

describe('backoffMs', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
    [4, 800],
    [5, 1000],
    [60, 1000],
    [100_000, 1000],
  ])('after %d failures waits at most %d ms', (attempt, most) => {
    expect(backoffMs(times, attempt, 1)).toBe(most);
  });

  it('spreads waits over the whole range', () => {
    expect(backoffMs(times, 3, 0)).toBe(0);
    expect(backoffMs(times, 3, 0.25)).toBe(100);
  });
});
