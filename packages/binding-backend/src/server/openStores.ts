/** Where the standalone server keeps what belongs to a sign-in. */
import type { Logger } from '@klutch/kube';
import knex from 'knex';
import type { ExpiringStores } from '../sessions/ExpiringStore';
import { knexStores } from '../sessions/knexStores';
import { memoryStores } from '../sessions/memoryStores';
import type { HandshakeConfig } from './config';
import { readSecret } from './readSecret';

/** Stores that are open. */
export interface OpenStores {
  stores: ExpiringStores;
  close(): Promise<void>;
}

/** Knex prints whole errors; what they come to is said by who uses the stores. */
const noop = () => undefined;
const knexLogger = {
  debug: noop,
  deprecate: noop,
  error: noop,
  warn: noop,
};

/**
 * In a database, or in memory, which serves one replica only.
 * @throws BindingError `Misconfigured` when the database is not named
 */
export const openStores = (
  database: HandshakeConfig['database'],
  logger: Logger,
): OpenStores => {
  if (!database) {
    logger.warn(
      {},
      'sign-ins are kept in memory: run one replica only, or configure handshake.database',
    );
    return { stores: memoryStores(), close: async () => undefined };
  }
  // Else people would be the first to hear of it.
  readSecret(database.postgres);
  const connection = knex({
    client: 'pg',
    log: knexLogger,
    connection: () => {
      const connectionString = readSecret(database.postgres);
      return {
        connectionString,
        // Passwords are changed while the server runs.
        expirationChecker: () =>
          readSecret(database.postgres) !== connectionString,
      };
    },
    pool: { min: 0, max: 5 },
    acquireConnectionTimeout: 10_000,
  });
  return {
    stores: knexStores(connection),
    close: () => connection.destroy(),
  };
};
