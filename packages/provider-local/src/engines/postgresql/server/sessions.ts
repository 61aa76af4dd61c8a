/** Ends sessions of users. */
import { AdminConnection } from './admin';

const timeoutMs = 5_000;

/**
 * Ends the sessions in `pg_stat_activity` that fulfil the condition, and waits until these have ended, with a time
 * limit. `pg_terminate_backend` can wait by itself since PostgreSQL 14.
 */
export async function endSessions(
  admin: AdminConnection,
  condition: string,
  values: unknown[],
): Promise<void> {
  const sessions = await admin.sql<{ pid: number }>(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${condition}`,
    values,
  );
  const pids = sessions.map(({ pid }) => pid);
  const running = () =>
    admin.sql('SELECT 1 FROM pg_stat_activity WHERE pid = ANY($1)', [pids]);
  const deadline = Date.now() + timeoutMs;
  while ((await running()).length > 0 && Date.now() < deadline) {
    await admin.sql('SELECT pg_sleep(0.02)');
  }
}
