import {
  failsPersistently,
  nextTimedBackoff,
  backoffDelayMs,
  type TimedBackoff,
} from './backoff';

it('is short at first, then long, and failures count as persistent in between', () => {
  const row: TimedBackoff[] = [];
  for (let times = 0; times < 8; times += 1)
    row.push(nextTimedBackoff(row.at(-1), 5));
  const waits = row.map(backoffDelayMs);
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 60_000, 60_000]);
  expect(row.map(({ retryAt }) => retryAt - 5)).toEqual(waits);
  expect(row.map(failsPersistently).indexOf(true)).toBe(5);
});
