/** The configuration files of a server. */

/** Names and values of settings in `postgresql.conf`. */
export type Settings = Record<string, string>;

/** Connections that PostgreSQL reserves for superusers, included in `max_connections`. */
export const reservedConnections = 3;

/** What a plan decides of a server. */
export interface ServerSize {
  /** `max_connections`, with those that are reserved. */
  connections: number;
  sharedBuffers: string;
  storageBytes: number;
}

const asciiOnly = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');

/** The settings that every server has. `title` is visible in process lists. */
export function serverSettings(
  { connections, sharedBuffers, storageBytes }: ServerSize,
  { port, title }: { port: number; title: string },
): Settings {
  const storage = `${Math.floor(storageBytes / 1024)}kB`;
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    cluster_name: asciiOnly(title).slice(0, 60),
    password_encryption: 'scram-sha-256',
    superuser_reserved_connections: String(reservedConnections),
    shared_buffers: sharedBuffers,
    // Limits the write-ahead log to a part of the plan's storage, instead of PostgreSQL's default of 1 GB.
    min_wal_size: '32MB',
    max_wal_size: '64MB',
    max_slot_wal_keep_size: storage,
    max_connections: String(connections),
    temp_file_limit: storage,
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

/** Lets a user connect to a database with a password. Users without a rule cannot connect. */
export const accessRule = (
  user: string,
  {
    kind = 'host',
    database = 'all',
  }: { kind?: string; database?: string } = {},
): string => `${kind} ${database} ${user} 127.0.0.1/32 scram-sha-256`;
