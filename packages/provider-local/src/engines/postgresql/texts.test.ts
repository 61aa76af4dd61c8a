import { isUnavailable } from './server/admin';
import { firstError } from './server/clientTools';
import { settingsErrors } from './server/dataDirectory';
import { parsePostmasterPidFile, startupErrors } from './server/postmaster';
import { isTemporaryDatabase } from './server/restoreDatabase';

describe('output of programs', () => {
  it('is shown without statements and rows', () => {
    const output = [
      'pg_restore: while PROCESSING TOC:',
      'pg_restore: error: could not execute query: ERROR:  role "x" does not exist',
      'Command was: CREATE POLICY p ON t TO x USING (secret = 1)',
    ].join('\n');
    expect(firstError(output)).toBe(
      'could not execute query: ERROR:  role "x" does not exist',
    );
    expect(firstError('')).toBe('');
  });

  it('explains refused settings', () => {
    const output = [
      '2026-11-21 04:00:00 UTC [1] LOG:  invalid value for parameter "work_mem": "9TB"',
      '2026-11-21 04:00:00 UTC [1] HINT:  Valid units are kB.',
      '2026-11-21 04:00:00 UTC [1] FATAL:  configuration file "/x/y" contains errors',
    ].join('\n');
    expect(settingsErrors(output)).toBe(
      'invalid value for parameter "work_mem": "9TB" Valid units are kB.',
    );
  });

  it('explains a start that failed', () => {
    const log = [
      '2026-11-21 UTC [1] LOG:  starting PostgreSQL 15.18',
      '2026-11-21 UTC [1] LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
      '2026-11-21 UTC [1] HINT:  Is another postmaster already running?',
      '2026-11-21 UTC [1] FATAL:  could not create any TCP/IP sockets',
    ].join('\n');
    expect(startupErrors(log)).toBe(
      'could not bind IPv4 address "127.0.0.1": Address already in use; could not create any TCP/IP sockets',
    );
  });

  it('names the process of a data directory', () => {
    expect(
      parsePostmasterPidFile(
        '42\n/data\n1700000000\n5432\n\n127.0.0.1\n  123 4\nready   \n',
      ),
    ).toEqual({
      pid: 42,
      dataDirectory: '/data',
      status: 'ready',
    });
    expect(parsePostmasterPidFile('42\n/data\n')).toMatchObject({
      status: undefined,
    });
    expect(parsePostmasterPidFile('')).toBeUndefined();
    expect(parsePostmasterPidFile('0\n/data')).toBeUndefined();
  });
});

describe('an unavailable server', () => {
  it.each([
    [{ code: 'ECONNREFUSED' }, true],
    [{ code: '57P03' }, true],
    [{ code: '53300' }, true],
    [{ message: 'Connection terminated unexpectedly' }, true],
    [{ message: 'timeout expired' }, true],
    [{ code: '42501', message: 'permission denied' }, false],
    [{ message: 'something else' }, false],
  ])('%p: %p', (error, away) => {
    expect(isUnavailable(Object.assign(new Error(), error))).toBe(away);
  });
});

describe('restores', () => {
  it('distinguish their databases from those of users', () => {
    const id = 'a'.repeat(32);
    expect(isTemporaryDatabase('d1', 'd1_restoring')).toBe(true);
    expect(isTemporaryDatabase('d1', `d1_before_${id}`)).toBe(true);
    expect(isTemporaryDatabase('d1', 'd1')).toBe(false);
    expect(isTemporaryDatabase('d1', 'd1_before_christmas')).toBe(false);
    expect(isTemporaryDatabase('d1', `d2_before_${id}`)).toBe(false);
  });
});
