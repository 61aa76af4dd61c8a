import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mockServices, TestDatabases } from '@backstage/backend-test-utils';
import { knexStores, type ExpiringStores } from '@klutch/binding-backend';
import createKnex, { type Knex } from 'knex';
import { startPostgresql } from '../testing/__testUtils__/postgresql';
import { sqlReport } from './__testUtils__/sqlReport';
import { openDatabase } from './openDatabase';

jest.setTimeout(60_000);

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });

const databaseOf = (knex: Knex, skip = false) => ({
  ...mockServices.database.mock({ getClient: async () => knex }),
  migrations: { skip },
});

const hour = 3_600_000;

const reportFile = join(__dirname, '../../report.sql.md');

/** The report without what the formatter changes. */
const cellsOf = (report: string) =>
  report
    .split('\n')
    .map(line => line.replace(/ *\| */g, '|').replace(/-{3,}/g, '-'));
const sessions = (stores: ExpiringStores) => stores.of<string>('session');

it('keeps what a table made at run time holds', async () => {
  const knex = await databases.init('SQLITE_3');
  // As versions before the migrations did.
  await sessions(knexStores(knex)).put('begun', 'before the update', hour);
  await openDatabase(databaseOf(knex));
  const stores = knexStores(knex, { createTable: false });
  expect(await sessions(stores).take('begun')).toBe('before the update');
});

it('makes no table when migrations are skipped', async () => {
  const knex = await databases.init('SQLITE_3');
  await openDatabase(databaseOf(knex, true));
  const stores = knexStores(knex, { createTable: false });
  await expect(sessions(stores).get('any')).rejects.toThrow();
  expect(await knex.schema.hasTable('klutch_binding_values')).toBe(false);
});

it('migrates once when several replicas start at the same time, to the tables in report.sql.md', async () => {
  const postgresql = await startPostgresql();
  const { connection } = postgresql;
  const replicas = [1, 2, 3].map(() =>
    createKnex({ client: 'pg', connection }),
  );
  try {
    const opened = await Promise.all(
      replicas.map(knex => openDatabase(databaseOf(knex))),
    );
    for (const knex of opened) {
      expect(await knex('klutch_activity').select()).toEqual([]);
    }
    // Written anew with UPDATE_SQL_REPORT=1; the formatter aligns its tables.
    const report = await sqlReport(replicas[0]!);
    if (process.env.UPDATE_SQL_REPORT) await writeFile(reportFile, report);
    expect(cellsOf(await readFile(reportFile, 'utf8'))).toEqual(
      cellsOf(report),
    );
  } finally {
    await Promise.all(replicas.map(knex => knex.destroy()));
    await postgresql.stop();
  }
});
