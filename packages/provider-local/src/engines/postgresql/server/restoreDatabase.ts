/**
 * Replaces a database with the content of a dump: the dump is restored into a second database, then both are renamed
 * in one transaction. A half restored database is never visible, and the old one stays usable until the rename.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import { AdminAccess, AdminConnection, withAdmin } from './admin';
import { ownerRole } from './names';
import { createDatabase } from './roles';
import { endSessions } from './sessions';

const rollbackTimeoutMs = 60_000;

const restoringName = (database: string) => `${database}_restoring`;
const shortId = (restoreId: string) =>
  restoreId.replaceAll('-', '').slice(0, 32);
/** Name of the replaced database until it is dropped. Its existence proves that the restore completed. */
const replacedName = (database: string, restoreId: string) =>
  `${database}_before_${shortId(restoreId)}`;

/** Whether a database is a temporary one of a restore, not a user's. */
export function isTemporaryDatabase(database: string, name: string): boolean {
  return (
    name === restoringName(database) ||
    new RegExp(`^${database}_before_[0-9a-f]{32}$`).test(name)
  );
}

const drop = (admin: AdminConnection, name: string) =>
  admin.sql(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);

/** Settings made with ALTER DATABASE … SET belong to the name, so they are copied to the new database. */
async function copyDatabaseSettings(
  admin: AdminConnection,
  from: string,
  to: string,
) {
  const rows = await admin.sql<{ setting: string }>(
    `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
      WHERE d.datname = $1 AND s.setrole = 0`,
    [from],
  );
  for (const { setting } of rows) {
    const name = setting.slice(0, setting.indexOf('='));
    const value = setting.slice(setting.indexOf('=') + 1);
    await admin.sql('BEGIN');
    await admin.sql('SELECT set_config($1, $2, true)', [name, value]);
    await admin.sql(
      `ALTER DATABASE ${escapeIdentifier(to)} SET ${name.split('.').map(escapeIdentifier).join('.')} FROM CURRENT`,
    );
    await admin.sql('COMMIT');
  }
}

/** Rejects new connections and ends the existing ones. */
async function closeDatabase(admin: AdminConnection, database: string) {
  await admin.sql(
    `ALTER DATABASE ${escapeIdentifier(database)} ALLOW_CONNECTIONS false`,
  );
  await endSessions(admin, 'datname = $1', [database]);
  // A logical replication slot prevents dropping its database.
  await admin.sql(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = $1',
    [database],
  );
}

async function swapDatabases(
  admin: AdminConnection,
  database: string,
  restoreId: string,
) {
  await admin.sql('BEGIN');
  await admin.sql(
    `ALTER DATABASE ${escapeIdentifier(database)} RENAME TO ${escapeIdentifier(replacedName(database, restoreId))}`,
  );
  await admin.sql(
    `ALTER DATABASE ${escapeIdentifier(restoringName(database))} RENAME TO ${escapeIdentifier(database)}`,
  );
  await admin.sql('COMMIT');
}

/** A restore into `database`. */
interface Replacement {
  database: string;
  restoreId: string;
  signal: AbortSignal;
  /** Writes the content into the empty database with the given name. */
  fill: (target: string) => Promise<void>;
  /** Runs the last step, for clients that must not notice it. */
  whileUnused?: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Replaces `database` by the content that `fill` writes. Roles are unchanged, so credentials stay valid. If anything
 * fails, `database` is unchanged.
 */
export async function replaceDatabase(
  access: () => AdminAccess,
  { whileUnused = work => work(), ...replacement }: Replacement,
): Promise<void> {
  const { database, restoreId, fill } = replacement;
  const target = restoringName(database);
  await withRollback(access, replacement, async () => {
    await withAdmin(access(), 'postgres', async admin => {
      await drop(admin, target);
      await createDatabase(admin, target, ownerRole(database));
    });
    await fill(target);
  });
  await whileUnused(() =>
    withRollback(access, replacement, () =>
      withAdmin(access(), 'postgres', async admin => {
        await copyDatabaseSettings(admin, database, target);
        await closeDatabase(admin, database);
        await swapDatabases(admin, database, restoreId);
        await drop(admin, replacedName(database, restoreId));
      }),
    ),
  );
}

async function withRollback(
  access: () => AdminAccess,
  { database, restoreId, signal }: Replacement,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const leftovers = await rollBackWithRetry(access, database, signal);
    if (!leftovers.includes(replacedName(database, restoreId))) throw error;
  }
}

/** The server may be restarting after a crash, and the database must not stay closed in that case. */
async function rollBackWithRetry(
  access: () => AdminAccess,
  database: string,
  signal: AbortSignal,
): Promise<string[]> {
  const deadline = Date.now() + rollbackTimeoutMs;
  for (;;) {
    try {
      return await rollBack(access(), database);
    } catch (error) {
      // The next start of the provider rolls back.
      if (signal.aborted || Date.now() > deadline) throw error;
      await wait(250, undefined, { signal }).catch(() => {});
    }
  }
}

/** Opens the database again and drops the remains of a restore. Safe at any time. */
async function rollBack(
  access: AdminAccess,
  database: string,
): Promise<string[]> {
  return withAdmin(access, 'postgres', async admin => {
    const rows = await admin.sql<{ name: string; open: boolean }>(
      'SELECT datname AS name, datallowconn AS open FROM pg_database WHERE starts_with(datname, $1)',
      [database],
    );
    const leftovers = rows.filter(row =>
      isTemporaryDatabase(database, row.name),
    );
    for (const leftover of leftovers) await drop(admin, leftover.name);
    if (rows.some(row => row.name === database && !row.open)) {
      await admin.sql(
        `ALTER DATABASE ${escapeIdentifier(database)} ALLOW_CONNECTIONS true`,
      );
    }
    return leftovers.map(leftover => leftover.name);
  });
}

/**
 * Cleans up after restores that were interrupted by a crash.
 * Returns a predicate: whether the restore with a given id had replaced the database.
 */
export async function cleanUpInterruptedRestores(
  access: AdminAccess,
  database: string,
): Promise<(restoreId: string) => boolean> {
  const leftovers = await rollBack(access, database);
  return restoreId => leftovers.includes(replacedName(database, restoreId));
}
