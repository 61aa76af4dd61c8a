import { Tally, watchesAgreeMs, type TallyOptions } from './Tally';

let now = 0;
let changes = 0;
const make = (options: Partial<TallyOptions> = {}) => {
  now = 1_000_000;
  changes = 0;
  return new Tally({
    changed: () => {
      changes += 1;
    },
    now: () => now,
    ...options,
  });
};

describe('what has to last, such as orphans', () => {
  it('gives two watches the time to agree', () => {
    const orphans = make({ afterMs: watchesAgreeMs });
    expect(orphans.found('a/x')).toBe(watchesAgreeMs);
    now += watchesAgreeMs - 1;
    expect(orphans.found('a/x')).toBe(1);
    expect(orphans.isPending('a/x')).toBe(true);
    expect(orphans.has('a/x')).toBe(false);
    orphans.settle('a/x');
    expect(orphans.isPending('a/x')).toBe(false);
    expect(changes).toBe(0);
  });

  it('is told until it is resolved', () => {
    const orphans = make({ afterMs: watchesAgreeMs });
    for (const name of ['b/y', 'a/x']) orphans.found(name);
    now += watchesAgreeMs;
    for (const name of ['b/y', 'a/x']) {
      expect(orphans.found(name)).toBeUndefined();
      expect(orphans.found(name)).toBeUndefined();
      expect(orphans.isPending(name)).toBe(false);
      expect(orphans.has(name)).toBe(true);
    }
    expect(changes).toBe(2);
    expect(orphans.report()).toEqual({ count: 2, names: ['a/x', 'b/y'] });
    orphans.settle('a/x');
    expect(changes).toBe(3);
    expect(orphans.report()).toEqual({ count: 1, names: ['b/y'] });
    expect(orphans.found('a/x')).toBe(watchesAgreeMs);
  });
});

it('what need not last counts at once, and its end too', () => {
  const collisions = make();
  expect(collisions.found('a/x')).toBeUndefined();
  collisions.found('a/x');
  expect(changes).toBe(1);
  expect(collisions.report()).toEqual({ count: 1, names: ['a/x'] });
  collisions.settle('a/x');
  collisions.settle('a/x');
  expect(changes).toBe(2);
  expect(collisions.report()).toEqual({ count: 0, names: [] });
});

it('of what comes and goes in rows only the first and the last are news', () => {
  const unseen = make({ inRows: true });
  for (const name of ['a/x', 'a/y', 'a/z']) unseen.found(name, 'away');
  expect(changes).toBe(1);
  for (const name of ['a/x', 'a/y']) unseen.settle(name);
  expect(changes).toBe(1);
  unseen.settle('a/z');
  expect(changes).toBe(2);
});

it('tells what is to be known of the first, as it is now', () => {
  const refused = make();
  refused.found('a/y', 'no room');
  refused.found('a/z', 'no right');
  expect(refused.report().why).toBe('no room');
  refused.found('a/y', 'no room');
  expect(changes).toBe(2);
  refused.found('a/y', 'too large');
  expect(changes).toBe(3);
  expect(refused.report()).toMatchObject({ count: 2, why: 'too large' });
  refused.settle('a/y');
  expect(refused.report().why).toBe('no right');
});

it('does not begin to count anew what is to be known of something else by now', () => {
  const tally = make({ afterMs: watchesAgreeMs });
  tally.found('a/x');
  now += watchesAgreeMs;
  expect(tally.found('a/x')).toBeUndefined();
  expect(tally.found('a/x', 'why')).toBeUndefined();
  expect(tally.report()).toEqual({ count: 1, names: ['a/x'], why: 'why' });
});

it('names the first of many, and counts all', () => {
  const tally = make();
  const names = Array.from({ length: 120 }, (_, index) => `a/${1_000 + index}`);
  [...names].reverse().forEach(name => tally.found(name));
  const report = tally.report();
  expect(report.count).toBe(120);
  expect(report.names).toEqual(names.slice(0, 50));
});
