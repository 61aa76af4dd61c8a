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

  it('count each kind for itself, and after its own time', () => {
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

  it('know by name all that were found, and of a name whether it has yet to last', () => {
    const { counters } = make();
    counters.orphans.add('a/too-early');
    for (const name of ['a/x', 'a/y']) counters.collisions.add(name);
    counters.refused.add('a/x');
    expect([...counters.names()].sort()).toEqual(['a/too-early', 'a/x', 'a/y']);
    expect(counters.isPending('a/too-early')).toBe(true);
    expect(counters.isPending('a/x')).toBe(false);
    counters.resolve('a/x');
    counters.resolve('a/too-early');
    expect([...counters.names()]).toEqual(['a/y']);
    expect(counters.isPending('a/too-early')).toBe(false);
  });
});

describe('what several counted', () => {
  it('is told kind by kind', () => {
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

  it('is not known of any kind as long as one cannot say anything', () => {
    expect(mergeReportsByKind([emptyReports, undefined])).toEqual(
      unknownReports,
    );
  });

  it('is final when it is known, and all could be looked at', () => {
    expect(areFinal(emptyReports)).toBe(true);
    expect(areFinal({ ...emptyReports, orphans: one('a/x') })).toBe(true);
    expect(areFinal({ ...emptyReports, orphans: undefined })).toBe(false);
    expect(areFinal({ ...emptyReports, unchecked: one('a/x') })).toBe(false);
  });
});
