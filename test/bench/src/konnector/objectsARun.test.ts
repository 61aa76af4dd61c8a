import { objectsARun } from './objectsARun';

it.each([
  [100, 1, 100],
  [1_000, 3, 1_000],
  [10_000, 3, 2_500],
  [10_000, 1, 5_000],
  [10_001, 3, 2_501],
])('of %d objects and %d repeats: %d', (objects, repeats, expected) => {
  expect(objectsARun(objects, repeats)).toBe(expected);
});
