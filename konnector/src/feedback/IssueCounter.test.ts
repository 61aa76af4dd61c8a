import { IssueCounter, type IssueCounterOptions } from './IssueCounter';
import { watchLagToleranceMs } from './issueKinds';

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

describe('an issue that must persist, such as an orphan', () => {
  it('counts only after the tolerance for two watches', () => {
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

  it('is reported until it is resolved', () => {
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

it('counts issues without a delay immediately, and removes them immediately', () => {
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

it('calls changed only on the first and the last issue with transitionsOnly', () => {
  const counter = make({ transitionsOnly: true });
  for (const name of ['a/x', 'a/y', 'a/z']) counter.add(name, 'away');
  expect(changes).toBe(1);
  for (const name of ['a/x', 'a/y']) counter.resolve(name);
  expect(changes).toBe(1);
  counter.resolve('a/z');
  expect(changes).toBe(2);
});

it('reports the current explanation of the first issue', () => {
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

it('does not restart the delay when the explanation changes', () => {
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
