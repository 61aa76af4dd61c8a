/** Test databases, empty at the start and removed afterwards. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- tests alone start servers this way
import { startPostgresql as startServer } from '@klutch/provider-local/src/engines/postgresql/__testUtils__/startPostgresql';
import createKnex, { type Knex } from 'knex';

/** A database, with its disposal. */
export interface TestDatabase {
  /** A separate connection pool, as each replica has. */
  connect(): Knex;
  stop(): Promise<void>;
}

const closing = (pools: Knex[]) =>
  Promise.all(pools.map(pool => pool.destroy()));

/** SQLite in memory: the single connection is the whole database. */
export const startSqlite = async (): Promise<TestDatabase> => {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: ':memory:',
    useNullAsDefault: true,
  });
  return { connect: () => knex, stop: () => knex.destroy() };
};

/** A database that other processes can connect to. */
export interface ServedDatabase extends TestDatabase {
  /** Includes the password. */
  uri: string;
}

/** A real PostgreSQL server. */
export const startPostgresql = async (): Promise<ServedDatabase> => {
  const server = await startServer();
  const { uri = '' } = server.secret;
  const pools: Knex[] = [];
  return {
    uri,
    connect() {
      const knex = createKnex({
        client: 'pg',
        connection: uri,
        pool: { min: 0, max: 6 },
      });
      pools.push(knex);
      return knex;
    },
    async stop() {
      await closing(pools);
      await server.stop();
    },
  };
};
