/** Derives the server's configuration from plan and parameters. */
import { ServerParameters } from './parameters';
import { Plan } from './plans';

/** Parsed plan and parameters. */
export interface Config {
  plan: Plan;
  parameters: ServerParameters;
}

/** Inputs other than plan and parameters. */
export interface ServerPlace {
  port: number;
  /** The administrator has connections of its own, so that users cannot keep the provider out. */
  adminPort: number;
  dataDir: string;
  basedir: string;
  messages: string;
  certificate: string;
  privateKey: string;
}

/** Each name has its value as text or number; a number needs no quotes in SQL. */
export type Settings = Record<string, string | number>;

const MiB = 1024 * 1024;
export const maxBinlogBytes = 16 * MiB;
const defaultBinlogExpireDays = 1;
const secondsPerDay = 86_400;

/** Settings that the server can change while it runs. */
export const liveSettings = ({ plan, parameters }: Config): Settings => ({
  max_connections: plan.connections,
  innodb_buffer_pool_size: plan.bufferPoolBytes,
  binlog_expire_logs_seconds:
    (parameters.binlogExpireDays ?? defaultBinlogExpireDays) * secondsPerDay,
});

/** Settings that need a restart, except those of the place. */
const fixedSettings = ({ parameters }: Config): Settings => ({
  performance_schema: parameters.performanceSchema ? 'ON' : 'OFF',
});

export const planSettings = (config: Config, place: ServerPlace): Settings => ({
  basedir: place.basedir,
  lc_messages_dir: place.messages,
  datadir: place.dataDir,
  pid_file: 'server.pid',
  // Paths of sockets are limited to 107 characters, which folders of instances exceed.
  socket: '',
  bind_address: '127.0.0.1',
  port: place.port,
  extra_port: place.adminPort,
  extra_max_connections: 10,
  skip_name_resolve: 'ON',
  ssl_cert: place.certificate,
  ssl_key: place.privateKey,
  require_secure_transport: 'ON',
  character_set_server: 'utf8mb4',
  event_scheduler: 'ON',
  // Small files for small plans, instead of the defaults of 96 MB and 1 GB.
  innodb_log_file_size: 16 * MiB,
  aria_log_file_size: 8 * MiB,
  server_id: 1,
  log_bin: 'binlog',
  max_binlog_size: maxBinlogBytes,
  // With a binary log, users without SUPER cannot create functions and triggers otherwise.
  log_bin_trust_function_creators: 'ON',
  ...fixedSettings(config),
  ...liveSettings(config),
});

const quoted = (value: string | number) =>
  typeof value === 'number'
    ? String(value)
    : `"${value.replace(/["\\]/g, '\\$&')}"`;

/** The settings as an option file. */
export const renderSettings = (settings: Settings): string =>
  [
    '# Written by provider-local; changes are overwritten.',
    '[mariadbd]',
    ...Object.entries(settings).map(
      ([name, value]) => `${name}=${quoted(value)}`,
    ),
    '',
  ].join('\n');

/** Whether changing from one configuration to the other requires a restart. */
export const needsRestart = (before: Config, after: Config): boolean =>
  JSON.stringify(fixedSettings(before)) !==
  JSON.stringify(fixedSettings(after));
