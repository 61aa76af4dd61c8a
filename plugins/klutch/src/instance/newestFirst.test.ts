import { claim, claimDetail } from '../__testUtils__/fixtures';
import { newestFirst } from './newestFirst';

describe('newestFirst', () => {
  it('sorts claims of the same second by name', () => {
    const at = claimDetail(claim('backup', 'x')).createdAt;
    const names = ['b', 'a', 'c'].map(name =>
      claim('backup', name, { createdAt: at }),
    );
    const newer = claim('backup', 'z', { createdAt: '2999-01-01T00:00:00Z' });
    expect(newestFirst([...names, newer]).map(({ name }) => name)).toEqual([
      'z',
      'a',
      'b',
      'c',
    ]);
  });
});
