/** Counts the connections of users. */
import { Access, adminUser, maintenanceUser, query } from './client';

/** Connections of users, and the most that there can be: the administrator has a port and connections of its own. */
export async function countConnections(
  access: Access,
): Promise<{ used: number; limit: number }> {
  const rows = await query(access, [
    `SELECT COUNT(*), @@max_connections FROM information_schema.PROCESSLIST
      WHERE COMMAND <> 'Daemon'
        AND USER NOT IN ('system user', '${adminUser}', '${maintenanceUser}')`,
  ]);
  const [used, limit] = rows[0] ?? [];
  return { used: Number(used), limit: Number(limit) };
}
