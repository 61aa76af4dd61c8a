import { Tally, watchesAgreeMs } from './Tally';

let now = 0;
let changes = 0;
const make = (afterMs?: number, ready?: () => boolean) => {
  now = 1_000_000;
  changes = 0;
  return new Tally({
    changed: () => {
      changes += 1;
    },
    afterMs,
    ready,
    now: () => now,
  });
};

describe('what has to last, such as orphans', () => {
  it('gives two watches the time to agree', () => {
    const orphans = make(watchesAgreeMs);
    expect(orphans.found('a/x')).toBe(watchesAgreeMs);
    now += watchesAgreeMs - 1;
    expect(orphans.found('a/x')).toBe(1);
    orphans.settle('a/x');
    expect(changes).toBe(0);
  });

  it('is told until it is resolved', () => {
    const orphans = make(watchesAgreeMs);
    for (const name of ['b/y', 'a/x']) orphans.found(name);
    now += watchesAgreeMs;
    for (const name of ['b/y', 'a/x']) {
      expect(orphans.found(name)).toBeUndefined();
      expect(orphans.found(name)).toBeUndefined();
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
});

it('tells what is to be known of the first, as it is now', () => {
  const refused = make();
  refused.found('a/y', 'no room');
  refused.found('a/z', 'no right');
  expect(refused.report()?.why).toBe('no room');
  refused.found('a/y', 'no room');
  expect(changes).toBe(2);
  refused.found('a/y', 'too large');
  expect(changes).toBe(3);
  expect(refused.report()).toMatchObject({ count: 2, why: 'too large' });
  refused.settle('a/y');
  expect(refused.report()?.why).toBe('no right');
});

it('does not begin to count anew what is to be known of something else by now', () => {
  const tally = make(watchesAgreeMs);
  tally.found('a/x');
  now += watchesAgreeMs;
  expect(tally.found('a/x')).toBeUndefined();
  expect(tally.found('a/x', 'why')).toBeUndefined();
  expect(tally.report()).toEqual({ count: 1, names: ['a/x'], why: 'why' });
});

it('does not say that there are none before it could have seen some', () => {
  const tally = make();
  now += watchesAgreeMs;
  tally.begin();
  now += 2 * watchesAgreeMs - 1;
  expect(tally.report()).toBeUndefined();
  now += 1;
  expect(tally.report()).toEqual({ count: 0, names: [] });
});

it('says nothing as long as not all is known, and gives it the time to be looked at then', () => {
  let known = false;
  const tally = make(watchesAgreeMs, () => known);
  now += 100 * watchesAgreeMs;
  expect(tally.report()).toBeUndefined();
  known = true;
  expect(tally.report()).toBeUndefined();
  now += 2 * watchesAgreeMs;
  expect(tally.report()).toEqual({ count: 0, names: [] });
  known = false;
  expect(tally.report()).toBeUndefined();
});

it('names the first of many, and counts all', () => {
  const tally = make();
  const names = Array.from({ length: 120 }, (_, index) => `a/${1_000 + index}`);
  [...names].reverse().forEach(name => tally.found(name));
  const report = tally.report();
  expect(report?.count).toBe(120);
  expect(report?.names).toEqual(names.slice(0, 50));
});
