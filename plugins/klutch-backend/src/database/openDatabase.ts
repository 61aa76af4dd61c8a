/** Opens the plugin's database, with its tables. */
import {
  resolvePackagePath,
  type DatabaseService,
} from '@backstage/backend-plugin-api';
import type { Knex } from 'knex';

/** Any number that no other program uses for an advisory lock in the same database. */
const MIGRATIONS_LOCK = 5_588_241;

/**
 * Runs the work on one replica at a time. PostgreSQL frees the lock also when the replica dies. Other databases have
 * one replica only.
 */
async function oneAtATime(knex: Knex, work: () => Promise<void>) {
  if (knex.client.config.client !== 'pg') return work();
  return knex.transaction(async transaction => {
    await transaction.raw('SELECT pg_advisory_xact_lock(?)', [MIGRATIONS_LOCK]);
    await work();
  });
}

/**
 * Applies the migrations, unless `skipMigrations` of the database is set. Several replicas may start at the same time:
 * knex alone fails on those that find its own tables half made.
 *
 * @throws Error of the database
 */
export async function openDatabase(database: DatabaseService): Promise<Knex> {
  const knex = await database.getClient();
  if (database.migrations?.skip) return knex;
  const directory = resolvePackagePath(
    '@klutch/backstage-plugin-klutch-backend',
    'migrations',
  );
  await oneAtATime(knex, () => knex.migrate.latest({ directory }));
  return knex;
}
