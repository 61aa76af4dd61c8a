/** Derives the server's configuration from plan, parameters and the machine. */
import { ServerParameters, reservedConnections } from './parameters';
import { Plan } from './plans';

/** Inputs other than plan and parameters. */
export interface InstanceSettings {
  port: number;
  /** Visible in process lists. */
  title: string;
  /** The quota is exhausted: new transactions are read-only unless a session overrides the default. */
  readOnly: boolean;
}

export type Settings = Record<string, string>;

/** Settings of the provider that require a server restart; a test compares this list with the server's own. */
const restartRequired = new Set([
  'cluster_name',
  'listen_addresses',
  'max_connections',
  'max_replication_slots',
  'max_wal_senders',
  'port',
  'shared_buffers',
  'superuser_reserved_connections',
  'unix_socket_directories',
  'wal_level',
]);

const asciiOnly = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');

/**
 * All settings of a server, by name. The user's parameters override the plan's defaults; limits were checked before.
 */
export function planSettings(
  plan: Plan,
  parameters: ServerParameters,
  instance: InstanceSettings,
): Settings {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(instance.port),
    cluster_name: asciiOnly(instance.title).slice(0, 60),
    ssl: plan.ssl ? 'on' : 'off',
    password_encryption: 'scram-sha-256',
    superuser_reserved_connections: String(reservedConnections),
    shared_buffers: plan.sharedBuffers,
    // Limits the write-ahead log to a part of the plan's storage, instead of PostgreSQL's default of 1 GB.
    min_wal_size: '32MB',
    max_wal_size: '64MB',
    max_slot_wal_keep_size: `${Math.floor(plan.storageBytes / 1024)}kB`,
    max_connections: String(plan.connections),
    work_mem: plan.workMem,
    statement_timeout: `${plan.statementTimeoutMs}ms`,
    temp_file_limit: `${Math.floor(plan.storageBytes / 1024)}kB`,
    ...parameters.settings,
    default_transaction_read_only: instance.readOnly ? 'on' : 'off',
  };
}

/** The settings as a configuration file. */
export function renderSettings(settings: Settings): string {
  const lines = Object.entries(settings).map(
    ([name, value]) =>
      `${name} = '${value.replace(/['\\]/g, match => `${match}${match}`)}'`,
  );
  return [
    '# Written by provider-local; changes are overwritten.',
    ...lines,
    '',
  ].join('\n');
}

/** Whether changing from one set of settings to the other requires a server restart. */
export function needsRestart(before: Settings, after: Settings): boolean {
  return [...restartRequired].some(name => before[name] !== after[name]);
}

/** Exported for the test that compares the names with `pg_settings`. */
export const restartRequiredSettings: readonly string[] = [...restartRequired];

/** Access rules: administrator and binding roles, by password, and only encrypted if the plan requires TLS. */
export function renderAccessRules(
  plan: Plan,
  roles: { admin: string; maintenance: string },
): string {
  const kind = plan.ssl ? 'hostssl' : 'host';
  return [
    `host all ${roles.admin} 127.0.0.1/32 scram-sha-256`,
    `host all ${roles.maintenance} 127.0.0.1/32 scram-sha-256`,
    `${kind} all all 127.0.0.1/32 scram-sha-256`,
    `${kind} replication all 127.0.0.1/32 scram-sha-256`,
    '',
  ].join('\n');
}
