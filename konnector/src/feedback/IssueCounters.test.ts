import {
  areFinal,
  createIssueCounters,
  mergeReportsByKind,
  unknownReports,
  emptyReports,
} from './IssueCounters';
import { watchLagToleranceMs } from './IssueCounter';

const one = (name: string) => ({ count: 1, names: [name] });

describe('tallies', () => {
  const make = () => {
    let now = 1_000_000;
    const tallies = createIssueCounters({ changed() {}, now: () => now });
    const pass = (ms: number) => {
      now += ms;
    };
    return { tallies, pass };
  };

  it('count each kind for itself, and after its own time', () => {
    const { tallies, pass } = make();
    expect(tallies.orphans.add('a/x')).toBe(watchLagToleranceMs);
    expect(tallies.unseen.add('a/z')).toBe(watchLagToleranceMs);
    expect(tallies.collisions.add('a/y')).toBeUndefined();
    pass(watchLagToleranceMs);
    tallies.orphans.add('a/x');
    expect(tallies.report()).toMatchObject({
      orphans: one('a/x'),
      collisions: one('a/y'),
    });
  });

  it('know by name all that were found, and of a name whether it has yet to last', () => {
    const { tallies } = make();
    tallies.orphans.add('a/too-early');
    for (const name of ['a/x', 'a/y']) tallies.collisions.add(name);
    tallies.refused.add('a/x');
    expect([...tallies.names()].sort()).toEqual(['a/too-early', 'a/x', 'a/y']);
    expect(tallies.isPending('a/too-early')).toBe(true);
    expect(tallies.isPending('a/x')).toBe(false);
    tallies.resolve('a/x');
    tallies.resolve('a/too-early');
    expect([...tallies.names()]).toEqual(['a/y']);
    expect(tallies.isPending('a/too-early')).toBe(false);
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
    expect(mergeReportsByKind([emptyReports, undefined])).toEqual(unknownReports);
  });

  it('is final when it is known, and all could be looked at', () => {
    expect(areFinal(emptyReports)).toBe(true);
    expect(areFinal({ ...emptyReports, orphans: one('a/x') })).toBe(true);
    expect(areFinal({ ...emptyReports, orphans: undefined })).toBe(false);
    expect(areFinal({ ...emptyReports, unseen: one('a/x') })).toBe(false);
  });
});
