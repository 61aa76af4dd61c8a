import {
  IssueCounter,
  watchLagToleranceMs,
  type IssueCounterOptions,
} from './IssueCounter';

let now = 0;
let changes = 0;
const make = (options: Partial<IssueCounterOptions> = {}) => {
  now = 1_000_000;
  changes = 0;
  return new IssueCounter({
    changed: () => {
      changes += 1;
    },
    now: () => now,
    ...options,
  });
};

describe('what has to last, such as orphans', () => {
  it('gives two watches the time to agree', () => {
    const orphans = make({ afterMs: watchLagToleranceMs });
    expect(orphans.add('a/x')).toBe(watchLagToleranceMs);
    now += watchLagToleranceMs - 1;
    expect(orphans.add('a/x')).toBe(1);
    expect(orphans.isPending('a/x')).toBe(true);
    expect(orphans.has('a/x')).toBe(false);
    orphans.resolve('a/x');
    expect(orphans.isPending('a/x')).toBe(false);
    expect(changes).toBe(0);
  });

  it('is told until it is resolved', () => {
    const orphans = make({ afterMs: watchLagToleranceMs });
    for (const name of ['b/y', 'a/x']) orphans.add(name);
    now += watchLagToleranceMs;
    for (const name of ['b/y', 'a/x']) {
      expect(orphans.add(name)).toBeUndefined();
      expect(orphans.add(name)).toBeUndefined();
      expect(orphans.isPending(name)).toBe(false);
      expect(orphans.has(name)).toBe(true);
    }
    expect(changes).toBe(2);
    expect(orphans.report()).toEqual({ count: 2, names: ['a/x', 'b/y'] });
    orphans.resolve('a/x');
    expect(changes).toBe(3);
    expect(orphans.report()).toEqual({ count: 1, names: ['b/y'] });
    expect(orphans.add('a/x')).toBe(watchLagToleranceMs);
  });
});

it('what need not last counts at once, and its end too', () => {
  const collisions = make();
  expect(collisions.add('a/x')).toBeUndefined();
  collisions.add('a/x');
  expect(changes).toBe(1);
  expect(collisions.report()).toEqual({ count: 1, names: ['a/x'] });
  collisions.resolve('a/x');
  collisions.resolve('a/x');
  expect(changes).toBe(2);
  expect(collisions.report()).toEqual({ count: 0, names: [] });
});

it('of what comes and goes in rows only the first and the last are news', () => {
  const counter = make({ transitionsOnly: true });
  for (const name of ['a/x', 'a/y', 'a/z']) counter.add(name, 'away');
  expect(changes).toBe(1);
  for (const name of ['a/x', 'a/y']) counter.resolve(name);
  expect(changes).toBe(1);
  counter.resolve('a/z');
  expect(changes).toBe(2);
});

it('tells what is to be known of the first, as it is now', () => {
  const refused = make();
  refused.add('a/y', 'no room');
  refused.add('a/z', 'no right');
  expect(refused.report().why).toBe('no room');
  refused.add('a/y', 'no room');
  expect(changes).toBe(2);
  refused.add('a/y', 'too large');
  expect(changes).toBe(3);
  expect(refused.report()).toMatchObject({ count: 2, why: 'too large' });
  refused.resolve('a/y');
  expect(refused.report().why).toBe('no right');
});

it('does not begin to count anew what is to be known of something else by now', () => {
  const counter = make({ afterMs: watchLagToleranceMs });
  counter.add('a/x');
  now += watchLagToleranceMs;
  expect(counter.add('a/x')).toBeUndefined();
  expect(counter.add('a/x', 'why')).toBeUndefined();
  expect(counter.report()).toEqual({ count: 1, names: ['a/x'], why: 'why' });
});

it('names the first of many, and counts all', () => {
  const counter = make();
  const names = Array.from({ length: 120 }, (_, index) => `a/${1_000 + index}`);
  [...names].reverse().forEach(name => counter.add(name));
  const report = counter.report();
  expect(report.count).toBe(120);
  expect(report.names).toEqual(names.slice(0, 50));
});
