import { claim, claimDetail } from '../__testUtils__/fixtures';
import { backupFreshness } from './backupFreshness';
import { newestFirst } from './newestFirst';

describe('backupFreshness', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  const instance = { createdAt: '2026-01-01T00:00:00Z' };
  const backup = (finishedAt: string, change = {}) =>
    claim('backup', finishedAt, {
      createdAt: finishedAt,
      finishedAt,
      ...change,
    });

  it('uses the newest finished backup', () => {
    expect(
      backupFreshness(
        instance,
        [
          backup('2026-01-02T10:00:00Z'),
          backup('2026-01-01T10:00:00Z'),
          backup('2026-01-02T11:00:00Z', { state: 'Failed' }),
          backup('2026-01-02T11:30:00Z', { deleting: true }),
        ],
        now,
      ),
    ).toEqual({ grade: 'good', at: '2026-01-02T10:00:00Z' });
  });

  it('is old after a day, and none without a backup', () => {
    expect(
      backupFreshness(instance, [backup('2026-01-01T11:59:00Z')], now).grade,
    ).toBe('old');
    expect(backupFreshness(instance, [], now)).toEqual({ grade: 'none' });
    const ofEarlier = backup('2025-12-31T10:00:00Z');
    expect(backupFreshness(instance, [ofEarlier], now).grade).toBe('none');
  });
});

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
