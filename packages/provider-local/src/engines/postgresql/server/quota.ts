/** Measures the size of the databases, and ends writing sessions: PostgreSQL has no quotas. */
import { AdminAccess, adminRole, maintenanceRole, withAdmin } from './admin';

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
