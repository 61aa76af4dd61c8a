import { loadCompositions } from '@klutch/crossplane';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  acceptedParameters,
  refusedParameters,
} from '@klutch/crossplane/src/testing/parameterCases';
import { findPlan } from '../../host/offers';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';

const nano = findPlan(offers, 'postgresql-single-nano') as Plan;
const settingsOf = (parameters: Record<string, unknown>) =>
  readParameters(parameters, nano).settings;

describe('parameters', () => {
  it.each<[string, unknown, Record<string, string>]>([
    ['max_connections', 10, { max_connections: '10' }],
    ['effective_cache_size', '1GB', { effective_cache_size: '1GB' }],
    ['work_mem', '8MB', { work_mem: '8MB' }],
    ['maintenance_work_mem', '64 MB', { maintenance_work_mem: '64 MB' }],
    ['temp_file_limit', 1024, { temp_file_limit: '1024kB' }],
    ['temp_file_limit', -1, {}],
    ['track_io_timing', 'on', { track_io_timing: 'on' }],
    ['archive_timeout', 60, { archive_timeout: '60s' }],
    ['statement_timeout', 0, { statement_timeout: '0ms' }],
    [
      'idle_in_transaction_session_timeout',
      500,
      { idle_in_transaction_session_timeout: '500ms' },
    ],
    ['wal_level_logical', true, { wal_level: 'logical' }],
    ['wal_level_logical', false, {}],
    ['wal_writer_delay', 200, { wal_writer_delay: '200ms' }],
    ['max_replication_slots', 4, { max_replication_slots: '4' }],
    ['max_wal_senders', 0, { max_wal_senders: '0' }],
    [
      'synchronous_commit',
      'remote_apply',
      { synchronous_commit: 'remote_apply' },
    ],
    ['client_min_messages', 'DEBUG1', { client_min_messages: 'debug1' }],
    ['pg_log_min_messages', 'WARNING', { log_min_messages: 'warning' }],
    [
      'pg_log_min_error_statement',
      'PANIC',
      { log_min_error_statement: 'panic' },
    ],
    ['log_statement', 'ddl', { log_statement: 'ddl' }],
    ['log_error_verbosity', 'TERSE', { log_error_verbosity: 'terse' }],
  ])('%s %p becomes a setting', (key, value, settings) => {
    expect(settingsOf({ [key]: value })).toEqual(settings);
  });

  it('reads privileges and checksums', () => {
    expect(
      readParameters(
        {
          role_privileges: ['REPLICATION', 'CREATEDB'],
          data_checksums: 'enabled',
        },
        nano,
      ),
    ).toEqual({
      settings: {},
      rolePrivileges: ['CREATEDB', 'REPLICATION'],
      dataChecksums: true,
    });
  });

  it.each<[string, unknown, RegExp]>([
    [
      'max_connections',
      21,
      /max_connections is 21, but the plan postgresql-single-nano allows at most 20 connections.*bigger plan/,
    ],
    [
      'max_connections',
      4,
      /at least 5 \(3 connections are kept for administration\)/,
    ],
    ['max_connections', 10.5, /whole number/],
    ['temp_file_limit', 1024 * 1024, /has 102400 kB of storage/],
    ['temp_file_limit', 0, /above 0/],
    ['work_mem', '8 parsecs', /a size such as 8MB/],
    ['work_mem', "1MB'\nport = '1", /a size such as 8MB/],
    ['statement_timeout', -1, /from 0 to 2147483647/],
    ['work_mem', '63kB', /from 64kB to 2147483647kB/],
    ['log_statement', 'everything', /one of none, ddl, mod, all/],
    [
      'role_privileges',
      ['CREATEROLE'],
      /CREATEROLE.*can run programs on this machine/,
    ],
    ['role_privileges', ['SUPERUSER'], /list of CREATEDB and REPLICATION/],
    ['data_checksums', true, /enabled or disabled/],
    ['shared_buffers', '1GB', /shared_buffers is unknown/],
    ['toString', 1, /toString is unknown/],
  ])('refuses %s %p with a message', (key, value, message) => {
    expect(() => settingsOf({ [key]: value })).toThrow(message);
  });

  describe('R24: of the claim', () => {
    let keyOf: Record<string, string>;
    const big = findPlan(offers, 'postgresql-single-big') as Plan;
    const read = (name: string, value: unknown) =>
      readParameters({ [keyOf[name] ?? name]: value }, big);

    beforeAll(async () => {
      const found = JSON.stringify(await loadCompositions()).matchAll(
        /"spec.parameters.(\w+)","toFieldPath":"spec.forProvider.parameters.(\w+)"/g,
      );
      keyOf = Object.fromEntries([...found].map(([, from, to]) => [from, to]));
    });

    it.each(acceptedParameters)(
      'are accepted as by its schema: %s %p',
      (name, value) => expect(() => read(name, value)).not.toThrow(),
    );

    it.each(refusedParameters)(
      'are refused as by its schema: %s %p',
      (name, value) => expect(() => read(name, value)).toThrow(keyOf[name]),
    );
  });

  it('names every wrong parameter at once, and does not retry', () => {
    const order = () => settingsOf({ max_connections: 999, colour: 'blue' });
    expect(order).toThrow(
      /max_connections is 999.*The parameter colour is unknown/,
    );
    expect(order).toThrow(expect.objectContaining({ retry: false }));
  });
});
