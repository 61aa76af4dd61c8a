import { findPlan } from '../../host/offers';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { renderSettings } from './server/settings';
import { needsRestart, planAccessRules, planSettings } from './settings';

const plan = (name: string) => findPlan(offers, name) as Plan;
const circumstances = { port: 5555, title: 'orders', readOnly: false };
const settings = (planName: string, parameters = {}, more = {}) =>
  planSettings(plan(planName), readParameters(parameters, plan(planName)), {
    ...circumstances,
    ...more,
  });

describe('settings', () => {
  it('come from the plan', () => {
    expect(settings('postgresql-single-nano')).toMatchObject({
      max_connections: '20',
      work_mem: '4MB',
      statement_timeout: '60000ms',
      temp_file_limit: '102400kB',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ssl: 'off',
      default_transaction_read_only: 'off',
    });
  });

  it('prefer parameters over the plan', () => {
    expect(
      settings('postgresql-single-big', {
        max_connections: 100,
        work_mem: '1MB',
      }),
    ).toMatchObject({
      max_connections: '100',
      work_mem: '1MB',
      statement_timeout: '0ms',
    });
  });

  it('stop writes when the quota is exhausted', () => {
    expect(
      settings('postgresql-single-nano', {}, { readOnly: true }),
    ).toMatchObject({
      default_transaction_read_only: 'on',
    });
  });

  it('are quoted for the configuration file', () => {
    expect(renderSettings({ cluster_name: `it's a \\` })).toContain(
      `cluster_name = 'it''s a \\\\'\n`,
    );
  });

  it.each([
    ['work_mem alone', { work_mem: '1MB' }, false],
    ['max_connections', { max_connections: 10 }, true],
    ['wal_level', { wal_level_logical: true }, true],
  ])('restart for %s: as required by PostgreSQL', (_, parameters, restart) => {
    const before = settings('postgresql-single-nano');
    expect(
      needsRestart(before, settings('postgresql-single-nano', parameters)),
    ).toBe(restart);
  });

  it('refuse unencrypted connections of users on plans with TLS', () => {
    const rulesOf = (name: string) => planAccessRules(plan(name)).join('\n');
    expect(rulesOf('postgresql-single-nano-ssl')).toMatch(/^hostssl all all/m);
    expect(rulesOf('postgresql-single-nano-ssl')).not.toMatch(/^host all all/m);
    expect(rulesOf('postgresql-single-nano')).toMatch(/^host all all/m);
  });
});
