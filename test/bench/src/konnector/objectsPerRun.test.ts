import { objectsPerRun } from './objectsPerRun';

it.each([
  [100, 1, 100],
  [1_000, 3, 1_000],
  [10_000, 3, 2_500],
  [10_000, 1, 5_000],
  [10_001, 3, 2_501],
])('of %d objects and %d repeats: %d', (objects, repeats, expected) => {
  expect(objectsPerRun(objects, repeats)).toBe(expected);
});
