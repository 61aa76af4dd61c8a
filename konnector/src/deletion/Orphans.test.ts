import { orphanAfterMs, Orphans } from './Orphans';

let now = 0;
let changes = 0;
const make = () => {
  now = 1_000_000;
  changes = 0;
  return new Orphans(
    () => {
      changes += 1;
    },
    () => now,
  );
};

it('gives two watches the time to agree', () => {
  const orphans = make();
  expect(orphans.found('a/x')).toBe(orphanAfterMs);
  now += orphanAfterMs - 1;
  expect(orphans.found('a/x')).toBe(1);
  orphans.settle('a/x');
  expect(changes).toBe(0);
});

it('tells of what lasts, until it is resolved', () => {
  const orphans = make();
  for (const key of ['b/y', 'a/x']) orphans.found(key);
  now += orphanAfterMs;
  for (const key of ['b/y', 'a/x']) {
    expect(orphans.found(key)).toBeUndefined();
    expect(orphans.found(key)).toBeUndefined();
  }
  expect(changes).toBe(2);
  expect(orphans.report()).toEqual({ count: 2, names: ['a/x', 'b/y'] });
  orphans.settle('a/x');
  expect(changes).toBe(3);
  expect(orphans.report()).toEqual({ count: 1, names: ['b/y'] });
});

it('does not say that there are none before it could have seen some', () => {
  const orphans = make();
  expect(orphans.report()).toBeUndefined();
  now += 2 * orphanAfterMs;
  expect(orphans.report()).toEqual({ count: 0, names: [] });
});

it('names the first of many, and counts all', () => {
  const orphans = make();
  const keys = Array.from({ length: 120 }, (_, index) => `a/${1_000 + index}`);
  keys.forEach(key => orphans.found(key));
  now += orphanAfterMs;
  keys.forEach(key => orphans.found(key));
  const report = orphans.report();
  expect(report?.count).toBe(120);
  expect(report?.names).toEqual(keys.slice(0, 50));
});
