/** The provider's own connection to a server, as its administrator. */
import { Client } from 'pg';
import { ServiceError } from '../../errors';

/** Names of roles that exist on every server. */
export const adminRole = 'klutch_admin';
/** Dumps and restores: a member of the owner, not a superuser, since it runs what users wrote. */
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

// Statements of ours never reach the server's log, whatever a user set: they create roles with passwords.
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

/** SQL states of a server that is going down, coming up or full. */
const unavailableStates = new Set(['57P01', '57P02', '57P03', '53300']);

/** Whether the server could not be asked, as opposed to: it refused. Pure. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code !== undefined)
    return unavailableStates.has(code) || /^E[A-Z]/.test(code);
  // The driver's own words for a connection that is cut or does not come about.
  return /^Connection terminated|^timeout e|connection timeout/.test(
    error.message,
  );
}

/** Connects to `database`, does `work` and disconnects. */
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
  // A server that ends cuts the connection between two queries; the next query tells.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work({
      sql: async (text, values) => (await client.query(text, values)).rows,
    });
  } catch (error) {
    if (isUnavailable(error)) {
      throw new ServiceError(
        'The PostgreSQL server does not answer right now. It is tried again.',
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

/** Makes the server read its configuration again and waits until it has. */
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
    // The postmaster passes the signal on to this session after it has read the files itself.
    while ((await loadedAt()) === before) {
      if (Date.now() > deadline) {
        throw new ServiceError(
          'The PostgreSQL server did not take its new settings in time. It is tried again.',
          {
            retry: true,
          },
        );
      }
      await admin.sql('SELECT pg_sleep(0.02)');
    }
  });
}
