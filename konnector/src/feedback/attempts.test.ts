import {
  isLasting,
  oneMoreAt,
  waitAfter,
  type TimedAttempts,
} from './attempts';

it('is quick at first, then slow, and a person is told between the two', () => {
  const row: TimedAttempts[] = [];
  for (let times = 0; times < 8; times += 1) row.push(oneMoreAt(row.at(-1), 5));
  const waits = row.map(waitAfter);
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 60_000, 60_000]);
  expect(row.map(({ until }) => until - 5)).toEqual(waits);
  expect(row.map(isLasting).indexOf(true)).toBe(5);
});
