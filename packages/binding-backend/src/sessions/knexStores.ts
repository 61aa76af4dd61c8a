/** Stores in one table of a database that all replicas share. */
import type { Knex } from 'knex';
import { BindingError } from '../errors/BindingError';
import { StoreError } from '../errors/StoreError';
import { onceUnlessFailed } from '../onceUnlessFailed';
import type { ExpiringStore, ExpiringStores } from './ExpiringStore';
import { storedKey } from './storedKey';

/** The table; made when it is first needed. */
export const storesTable = 'klutch_binding_values';

/** For tests. */
export interface KnexStoresOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
}

interface Row {
  kind: string;
  id_hash: string;
  value: string;
  expires_at: number;
}

const sweepIntervalMs = 60_000;

/** Knex puts the whole query into its errors, with what is to be kept; only the database's code is passed on. */
const redactQueryErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // Ours, in words: where the database is could not be read.
    if (error instanceof BindingError) throw new StoreError(error.message);
    const { code: known } = Object(error) as { code?: unknown };
    const code = typeof known === 'string' ? ` (${known})` : '';
    throw new StoreError(
      `The database that keeps sign-ins did not do what it was asked for${code}. See that it answers and lets this server change the table ${storesTable}.`,
    );
  }
};

const createStoresTable = (knex: Knex) =>
  // One transaction, so that a process that dies here leaves no table without its key.
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
    // Of replicas that start together, one makes the table.
    if (!(await knex.schema.hasTable(storesTable))) throw error;
  }
};

/**
 * Stores in the table `klutch_binding_values`. The database may be away at first; each call fails until it is there.
 * @param knex - PostgreSQL or SQLite
 */
export const knexStores = (
  knex: Knex,
  { now = Date.now }: KnexStoresOptions = {},
): ExpiringStores => {
  const ready = onceUnlessFailed(() => ensureTable(knex));
  let sweepAt = 0;

  const sweep = async () => {
    if (now() < sweepAt) return;
    sweepAt = now() + sweepIntervalMs;
    await knex<Row>(storesTable)
      .where('expires_at', '<=', now())
      .delete()
      // What has ended is never read, so it can wait for the next sweep.
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
        // Values never change, so whoever deletes the row is the one who took what was read.
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
