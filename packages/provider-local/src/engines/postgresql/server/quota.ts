/** Measures the size of the databases, and ends writing sessions: PostgreSQL has no quotas. */
import { AdminAccess, adminRole, maintenanceRole, withAdmin } from './admin';
import { endSessions } from './sessions';

/** Bytes of all databases of a server, except PostgreSQL's templates: users can mark databases as templates, too. */
export async function measureSize(access: AdminAccess): Promise<number> {
  const rows = await withAdmin(access, 'postgres', admin =>
    admin.sql<{ size: string }>(
      "SELECT sum(pg_database_size(oid)) AS size FROM pg_database WHERE datname NOT IN ('template0', 'template1')",
    ),
  );
  return Number(rows[0]?.size);
}

/**
 * Ends user sessions that are writing: those with a transaction id that are not in VACUUM FULL, which needs disk
 * space to free some.
 */
export async function endWriters(access: AdminAccess): Promise<void> {
  await withAdmin(access, 'postgres', admin =>
    endSessions(
      admin,
      `backend_type = 'client backend' AND backend_xid IS NOT NULL AND usename NOT IN ($1, $2)
         AND pid NOT IN (SELECT pid FROM pg_stat_progress_cluster)`,
      [adminRole, maintenanceRole],
    ),
  );
}
