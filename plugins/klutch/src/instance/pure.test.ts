import { claim, claimDetail } from '../__testUtils__/fixtures';
import { backupFreshness } from './backupFreshness';
import { proposeName } from './CreateBindingDialog';
import { credentialForms, mask } from './credentialForms';
import { newestFirst } from './newestFirst';
import { timedName } from './useBackUpNow';

describe('credentialForms', () => {
  const fields = [
    { key: 'host', value: 'db.test', secret: false },
    { key: 'valkey.password', value: `it's`, secret: true },
    { key: 'uri', value: 'rediss://u:p@db.test:6379/0', secret: true },
  ];

  it('quotes values for the shell and makes names of dotted keys', () => {
    expect(credentialForms(fields, 'keyvalue', true).env).toBe(
      [
        "KEYVALUE_HOST='db.test'",
        "KEYVALUE_VALKEY_PASSWORD='it'\\''s'",
        "KEYVALUE_URI='rediss://u:p@db.test:6379/0'",
      ].join('\n'),
    );
  });

  it('writes no secret while masked', () => {
    const masked = credentialForms(fields, 'keyvalue', false);
    const all = Object.values(masked).join('\n');
    expect(all).not.toContain(`it's`);
    expect(all).not.toContain(':p@');
    expect(masked.uri).toBe(`rediss://u:${mask}@db.test:6379/0`);
  });

  it('offers psql for PostgreSQL only, and a URI only when there is one', () => {
    expect(credentialForms(fields, 'keyvalue', true)).not.toHaveProperty(
      'psql',
    );
    expect(credentialForms(fields.slice(0, 1), 'x', true)).not.toHaveProperty(
      'uri',
    );
  });
});

describe('backupFreshness', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  const backup = (finishedAt: string, change = {}) =>
    claim('backup', finishedAt, { finishedAt, ...change });

  it('counts the newest backup that is done', () => {
    expect(
      backupFreshness(
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

  it('is old after a day, and none without any', () => {
    expect(backupFreshness([backup('2026-01-01T11:59:00Z')], now).grade).toBe(
      'old',
    );
    expect(backupFreshness([], now)).toEqual({ grade: 'none' });
  });
});

describe('names', () => {
  it('of backups carry the time and stay short enough', () => {
    const now = Date.parse('2026-01-02T12:34:56Z');
    expect(timedName('orders-db', now)).toBe('orders-db-20260102-123456');
    const long = timedName('a'.repeat(63), now);
    expect(long).toHaveLength(63);
    expect(long).toMatch(/a-20260102-123456$/);
  });

  it('of bindings are free', () => {
    expect(proposeName('db', [])).toBe('db-app');
    expect(proposeName('db', ['db-app', 'db-app-2'])).toBe('db-app-3');
  });
});

describe('newestFirst', () => {
  it('keeps claims of the same second in place', () => {
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
