import {
  areFinal,
  createIssueCounters,
  mergeReportsByKind,
  unknownReports,
  emptyReports,
} from './IssueCounters';
import { watchLagToleranceMs } from './IssueCounter';

const one = (name: string) => ({ count: 1, names: [name] });

describe('issue counters', () => {
  const make = () => {
    let now = 1_000_000;
    const counters = createIssueCounters({ changed() {}, now: () => now });
    const pass = (ms: number) => {
      now += ms;
    };
    return { counters, pass };
  };

  it('count each kind separately, with its own delay', () => {
    const { counters, pass } = make();
    expect(counters.orphans.add('a/x')).toBe(watchLagToleranceMs);
    expect(counters.unchecked.add('a/z')).toBe(watchLagToleranceMs);
    expect(counters.collisions.add('a/y')).toBeUndefined();
    pass(watchLagToleranceMs);
    counters.orphans.add('a/x');
    expect(counters.report()).toMatchObject({
      orphans: one('a/x'),
      collisions: one('a/y'),
    });
  });

  it('list the keys of all issues, and whether a key is pending', () => {
    const { counters } = make();
    counters.orphans.add('a/too-early');
    for (const name of ['a/x', 'a/y']) counters.collisions.add(name);
    counters.refused.add('a/x');
    expect([...counters.keys()].sort()).toEqual(['a/too-early', 'a/x', 'a/y']);
    expect(counters.isPending('a/too-early')).toBe(true);
    expect(counters.isPending('a/x')).toBe(false);
    counters.resolve('a/x');
    counters.resolve('a/too-early');
    expect([...counters.keys()]).toEqual(['a/y']);
    expect(counters.isPending('a/too-early')).toBe(false);
  });
});

describe('merged reports', () => {
  it('are merged kind by kind', () => {
    const all = mergeReportsByKind([
      { ...emptyReports, orphans: one('a/x') },
      { ...emptyReports, orphans: one('a/y'), collisions: undefined },
    ]);
    expect(all).toEqual({
      ...emptyReports,
      orphans: { count: 2, names: ['a/x', 'a/y'] },
      collisions: undefined,
    });
  });

  it('are unknown for each kind as long as one part is unknown', () => {
    expect(mergeReportsByKind([emptyReports, undefined])).toEqual(
      unknownReports,
    );
  });

  it('are final when known, and all objects could be checked', () => {
    expect(areFinal(emptyReports)).toBe(true);
    expect(areFinal({ ...emptyReports, orphans: one('a/x') })).toBe(true);
    expect(areFinal({ ...emptyReports, orphans: undefined })).toBe(false);
    expect(areFinal({ ...emptyReports, unchecked: one('a/x') })).toBe(false);
  });
});
