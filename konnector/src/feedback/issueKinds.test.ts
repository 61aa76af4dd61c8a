import {
  areFinal,
  mergeReportsByKind,
  unknownReports,
  emptyReports,
} from './issueKinds';

const one = (name: string) => ({ count: 1, names: [name] });

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
