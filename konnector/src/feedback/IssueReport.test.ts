import { mergeReports, emptyReport } from './IssueReport';

describe('mergeReports', () => {
  const many = (prefix: string) => ({
    count: 70,
    names: Array.from({ length: 50 }, (_, index) => `${prefix}${10 + index}`),
  });

  it('counts all, and names the first of all', () => {
    const report = mergeReports([
      many('b'),
      many('a'),
      { count: 1, names: ['0'] },
    ]);
    expect(report?.count).toBe(141);
    expect(report?.names).toEqual(['0', ...many('a').names.slice(0, 49)]);
  });

  it('keeps the explanation of the first of all', () => {
    const of = (name: string) => ({ count: 1, names: [name], why: name });
    expect(mergeReports([emptyReport, of('b'), of('a')])?.why).toBe('a');
    expect(mergeReports([emptyReport, emptyReport])?.why).toBeUndefined();
  });

  it('is unknown as long as one is', () => {
    expect(mergeReports([many('a'), undefined])).toBeUndefined();
    expect(mergeReports([])).toEqual({ count: 0, names: [] });
  });
});
