/** Stores in one database table that all replicas share. */
import type { Knex } from 'knex';
import { BindingError } from '../errors/BindingError';
import { StoreError } from '../errors/StoreError';
import { onceUnlessFailed } from '../onceUnlessFailed';
import type { ExpiringStore, ExpiringStores } from './ExpiringStore';
import { storedKey } from './storedKey';

/** Name of the table. */
export const storesTable = 'klutch_binding_values';

/** Options of {@link knexStores}. */
export interface KnexStoresOptions {
  /** Whether the table is created on first use; otherwise the caller creates it. Default: true. */
  createTable?: boolean;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

interface Row {
  kind: string;
  id_hash: string;
  value: string;
  expires_at: number;
}

const sweepIntervalMs = 60_000;

/** Knex errors contain the whole query with the stored values, so only the error code of the database is passed on. */
const redactQueryErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // Thrown by `openStores` when the connection string cannot be read; its message is safe.
    if (error instanceof BindingError) throw new StoreError(error.message);
    const { code: known } = Object(error) as { code?: unknown };
    const code = typeof known === 'string' ? ` (${known})` : '';
    throw new StoreError(
      `A query to the sign-in database failed${code}. Check that the database is available and that this server may change the table ${storesTable}.`,
    );
  }
};

const createStoresTable = (knex: Knex) =>
  // One transaction, so that a crash never leaves the table without its primary key.
  knex.transaction(transaction =>
    transaction.schema.createTable(storesTable, table => {
      table.string('kind', 63).notNullable();
      table.string('id_hash', 64).notNullable();
      table.text('value').notNullable();
      table.bigInteger('expires_at').notNullable().index();
      table.primary(['kind', 'id_hash']);
    }),
  );

const ensureTable = async (knex: Knex): Promise<void> => {
  if (await knex.schema.hasTable(storesTable)) return;
  try {
    await createStoresTable(knex);
  } catch (error) {
    // Another replica may have created the table at the same time.
    if (!(await knex.schema.hasTable(storesTable))) throw error;
  }
};

/**
 * Stores in the table `klutch_binding_values`. The database may be unavailable at first; calls fail until it is up.
 * @param knex - PostgreSQL or SQLite
 */
export const knexStores = (
  knex: Knex,
  { createTable = true, now = Date.now }: KnexStoresOptions = {},
): ExpiringStores => {
  const ready = onceUnlessFailed(async () => {
    if (createTable) await ensureTable(knex);
  });
  let sweepAt = 0;

  const sweep = async () => {
    if (now() < sweepAt) return;
    sweepAt = now() + sweepIntervalMs;
    await knex<Row>(storesTable)
      .where('expires_at', '<=', now())
      .delete()
      // Expired rows are never read, so a failed sweep can wait for the next one.
      .catch(() => {});
  };

  return {
    of<Value>(kind: string): ExpiringStore<Value> {
      const unexpiredRows = (id: string) =>
        knex<Row>(storesTable)
          .where({ kind, id_hash: storedKey(kind, id) })
          .where('expires_at', '>', now());

      const get = async (id: string): Promise<Value | undefined> => {
        await ready();
        const row = await unexpiredRows(id).first('value');
        return row && (JSON.parse(row.value) as Value);
      };

      const put = async (id: string, value: Value, ttlMs: number) => {
        await ready();
        await sweep();
        await knex<Row>(storesTable).insert({
          kind,
          id_hash: storedKey(kind, id),
          value: JSON.stringify(value),
          expires_at: now() + ttlMs,
        });
      };

      const take = async (id: string) => {
        const value = await get(id);
        // Values never change, so the call that deletes the row has read its current value.
        const deleted =
          value === undefined ? 0 : await unexpiredRows(id).delete();
        return deleted === 1 ? value : undefined;
      };

      return {
        get: id => redactQueryErrors(() => get(id)),
        put: (id, value, ttlMs) =>
          redactQueryErrors(() => put(id, value, ttlMs)),
        take: id => redactQueryErrors(() => take(id)),
      };
    },
  };
};
