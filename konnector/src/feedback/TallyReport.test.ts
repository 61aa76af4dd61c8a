import { joined, nothingCounted } from './TallyReport';

describe('joined', () => {
  const many = (prefix: string) => ({
    count: 70,
    names: Array.from({ length: 50 }, (_, index) => `${prefix}${10 + index}`),
  });

  it('counts all, and names the first of all', () => {
    const report = joined([many('b'), many('a'), { count: 1, names: ['0'] }]);
    expect(report?.count).toBe(141);
    expect(report?.names).toEqual(['0', ...many('a').names.slice(0, 49)]);
  });

  it('keeps what is to be known of the first of all', () => {
    const of = (name: string) => ({ count: 1, names: [name], why: name });
    expect(joined([nothingCounted, of('b'), of('a')])?.why).toBe('a');
    expect(joined([nothingCounted, nothingCounted])?.why).toBeUndefined();
  });

  it('says nothing as long as one cannot', () => {
    expect(joined([many('a'), undefined])).toBeUndefined();
    expect(joined([])).toEqual({ count: 0, names: [] });
  });
});
