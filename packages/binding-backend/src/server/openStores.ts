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

/** In a database, or in memory, which serves one replica only. */
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
  const connection = knex({
    client: 'pg',
    connection: () => ({ connectionString: readSecret(database.postgres) }),
    pool: { min: 0, max: 5 },
    acquireConnectionTimeout: 10_000,
  });
  return {
    stores: knexStores(connection),
    close: () => connection.destroy(),
  };
};
