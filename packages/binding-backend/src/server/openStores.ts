/** Opens the sign-in stores of the standalone server. */
import type { Logger } from '@klutch/kube';
import knex from 'knex';
import type { ExpiringStores } from '../sessions/ExpiringStore';
import { knexStores } from '../sessions/knexStores';
import { memoryStores } from '../sessions/memoryStores';
import type { HandshakeConfig } from './config';
import { readSecret } from './readSecret';

export interface OpenStores {
  stores: ExpiringStores;
  close(): Promise<void>;
}

/** Knex logs whole errors, which contain stored values; the stores report failures themselves. */
const noop = () => undefined;
const knexLogger = {
  debug: noop,
  deprecate: noop,
  error: noop,
  warn: noop,
};

/**
 * Opens stores in a database, or in memory, which supports only one replica.
 * @throws BindingError `Misconfigured` when the connection string of the database cannot be read
 */
export const openStores = (
  database: HandshakeConfig['database'],
  logger: Logger,
): OpenStores => {
  if (!database) {
    logger.warn(
      {},
      'sign-ins are stored in memory: run only one replica, or configure handshake.database',
    );
    return { stores: memoryStores(), close: async () => undefined };
  }
  // Fails at startup instead of at the first sign-in.
  readSecret(database.postgres);
  const connection = knex({
    client: 'pg',
    log: knexLogger,
    connection: () => {
      const connectionString = readSecret(database.postgres);
      return {
        connectionString,
        // Picks up a rotated password without a restart.
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
