/** Counts the connections of users. */
import { AdminAccess, adminRole, maintenanceRole, withAdmin } from './admin';

/** Connections of users, and the most that there can be: some are reserved for administration. */
export async function countConnections(
  access: AdminAccess,
): Promise<{ used: number; limit: number }> {
  const rows = await withAdmin(access, 'postgres', admin =>
    admin.sql<{ used: string; limit: number }>(
      // `reserved_connections` exists since PostgreSQL 16.
      `SELECT count(*) AS used,
              current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int
                - coalesce(current_setting('reserved_connections', true), '0')::int AS limit
         FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND usename NOT IN ($1, $2)`,
      [adminRole, maintenanceRole],
    ),
  );
  return { used: Number(rows[0]?.used), limit: Number(rows[0]?.limit) };
}
