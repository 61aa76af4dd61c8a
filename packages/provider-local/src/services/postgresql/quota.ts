/** The storage quota of a plan. PostgreSQL has no quotas, so the provider measures sizes and blocks writes. */
import { AdminAccess, maintenanceRole, adminRole, withAdmin } from './admin';

/** Input of the decision, in bytes. */
export interface StorageUsage {
  size: number;
  /** Size at the last check; equal to `size` at the first. */
  previousSize: number;
  quota: number;
  readOnly: boolean;
}

/**
 * - `lock`: newly over the quota: make transactions read-only, and end those that write.
 * - `endWriters`: still over the quota and growing, because a session may override read-only (necessary to delete
 * data): end transactions that write.
 * - `unlock`: within the quota again.
 */
export type QuotaAction = 'none' | 'lock' | 'endWriters' | 'unlock';

/** Decides the action for the size of an instance. Pure function. */
export function planQuotaAction(usage: StorageUsage): QuotaAction {
  if (usage.size <= usage.quota) return usage.readOnly ? 'unlock' : 'none';
  if (!usage.readOnly) return 'lock';
  return usage.size > usage.previousSize ? 'endWriters' : 'none';
}

const mebibytes = (bytes: number) => `${Math.ceil(bytes / (1024 * 1024))} MiB`;

/** Explains to the owner of an instance why it is read-only, and how to free space. */
export function overQuotaMessage(planName: string, quota: number): string {
  return `The databases are larger than the ${mebibytes(
    quota,
  )} of the plan ${planName}, so they are read-only. Order a bigger plan, or free space: SET default_transaction_read_only = off, then DROP or TRUNCATE tables (or DELETE and VACUUM FULL).`;
}

/** Bytes of all databases of a server, except those that a restore is working on. */
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
 * Ends user sessions that are writing: those with a transaction id that are not in VACUUM FULL, which needs disk
 * space to free some.
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
