/** The storage quota of a plan. PostgreSQL has none, so sizes are watched and writes are stopped from outside. */
import { AdminAccess, maintenanceRole, adminRole, withAdmin } from './admin';

/** What is known when deciding. Bytes. */
export interface StorageUsage {
  size: number;
  /** At the last look; the same as `size` on the first. */
  previousSize: number;
  quota: number;
  readOnly: boolean;
}

/**
 * - `lock`: over the quota for the first time: transactions become read-only, those that write are ended.
 * - `endWriters`: still over it and still growing, since a session may ask for writing all the same (it has to, in order
 *   to delete): those that write are ended.
 * - `unlock`: within the quota again.
 */
export type QuotaAction = 'none' | 'lock' | 'endWriters' | 'unlock';

/** What to do about the size of an instance. Pure. */
export function planQuotaAction(usage: StorageUsage): QuotaAction {
  if (usage.size <= usage.quota) return usage.readOnly ? 'unlock' : 'none';
  if (!usage.readOnly) return 'lock';
  return usage.size > usage.previousSize ? 'endWriters' : 'none';
}

const mebibytes = (bytes: number) => `${Math.ceil(bytes / (1024 * 1024))} MiB`;

/** Tells the owner of an instance that it is read-only, and the ways out. */
export function overQuotaMessage(planName: string, quota: number): string {
  return `The databases are larger than the ${mebibytes(
    quota,
  )} of the plan ${planName}, so they are read-only. Order a bigger plan, or make room: SET default_transaction_read_only = off, then DROP or TRUNCATE tables (or DELETE and VACUUM FULL).`;
}

/** Bytes of all databases of a server, without those that a restore is working on. */
export async function measureSize(
  access: AdminAccess,
  isTemporary: (database: string) => boolean,
): Promise<number> {
  const databases = await withAdmin(access, 'postgres', admin =>
    admin.sql<{ name: string; size: string }>(
      'SELECT datname AS name, pg_database_size(oid) AS size FROM pg_database WHERE NOT datistemplate',
    ),
  );
  return databases
    .filter(database => !isTemporary(database.name))
    .reduce((sum, database) => sum + Number(database.size), 0);
}

/**
 * Ends the sessions of users that are writing: those that hold a transaction id and are not inside VACUUM FULL, which
 * needs room in order to give some back.
 */
export async function endWriters(access: AdminAccess): Promise<void> {
  await withAdmin(access, 'postgres', admin =>
    admin.sql(
      `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND backend_xid IS NOT NULL AND usename NOT IN ($1, $2)
          AND pid NOT IN (SELECT pid FROM pg_stat_progress_cluster)`,
      [adminRole, maintenanceRole],
    ),
  );
}
