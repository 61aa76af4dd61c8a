/** The provider's administrator connection to a server. */
import { Client } from 'pg';
import { ServiceError } from '../../../errors';

/** Roles that exist on every server. */
export const adminRole = 'klutch_admin';
/** For dumps and restores: a member of the owner, not a superuser, because these run code written by users. */
export const maintenanceRole = 'klutch_maintenance';

/** How to reach a server as administrator. Holds a credential. */
export interface AdminAccess {
  port: number;
  password: string;
}

/** A connection for SQL. `sql` returns the rows. */
export interface AdminConnection {
  sql<Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<Row[]>;
}

// Keeps the provider's statements out of the server's log whatever a user configured, because they create roles with
// passwords.
const sessionSettings = {
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  default_transaction_read_only: 'off',
  search_path: 'pg_catalog',
  statement_timeout: '30s',
  lock_timeout: '5s',
};

const startupOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** SQL states of a server that is shutting down, starting or out of connections. */
const unavailableStates = new Set(['57P01', '57P02', '57P03', '53300']);

/** Whether the server was unavailable, as opposed to refusing the request. Pure function. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code !== undefined)
    return unavailableStates.has(code) || /^E[A-Z]/.test(code);
  // Messages of the driver for a connection that breaks or cannot be established.
  return /^Connection terminated|^timeout e|connection timeout/.test(
    error.message,
  );
}

/** Connects to `database`, runs `work` and disconnects. */
export async function withAdmin<T>(
  access: AdminAccess,
  database: string,
  work: (connection: AdminConnection) => Promise<T>,
): Promise<T> {
  const client = new Client({
    host: '127.0.0.1',
    port: access.port,
    user: adminRole,
    password: access.password,
    database,
    application_name: 'klutch-provider-local',
    connectionTimeoutMillis: 5_000,
    options: startupOptions,
  });
  // A stopping server cuts the connection between two queries; the next query then fails.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work({
      sql: async (text, values) => (await client.query(text, values)).rows,
    });
  } catch (error) {
    if (isUnavailable(error)) {
      throw new ServiceError(
        'The PostgreSQL server does not respond. The operation is retried.',
        {
          retry: true,
          cause: error,
        },
      );
    }
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Version of the running server, such as `15.18`. */
export async function serverVersion(access: AdminAccess): Promise<string> {
  const rows = await withAdmin(access, 'postgres', admin =>
    admin.sql<{ server_version: string }>('SHOW server_version'),
  );
  // Distributions append their own version.
  return rows[0]?.server_version.split(' ')[0] ?? '';
}

/** Reloads the server's configuration and waits until it is effective. */
export async function reloadSettings(access: AdminAccess): Promise<void> {
  await withAdmin(access, 'postgres', async admin => {
    const loadedAt = async () =>
      (
        await admin.sql<{ at: string }>(
          'SELECT pg_conf_load_time()::text AS at',
        )
      )[0]?.at;
    const before = await loadedAt();
    await admin.sql('SELECT pg_reload_conf()');
    const deadline = Date.now() + 10_000;
    // The postmaster forwards the signal to this session after reading the files itself.
    while ((await loadedAt()) === before) {
      if (Date.now() > deadline) {
        throw new ServiceError(
          'The PostgreSQL server did not reload its settings in time. The operation is retried.',
          {
            retry: true,
          },
        );
      }
      await admin.sql('SELECT pg_sleep(0.02)');
    }
  });
}
