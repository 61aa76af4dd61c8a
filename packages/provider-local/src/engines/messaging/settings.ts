/** Derives the server's configuration from plan, parameters and the instance. Pure functions. */
import { isDeepStrictEqual } from 'node:util';
import { ServerParameters } from './parameters';
import { Plan } from './plans';
import { effectiveTls } from './tls';

/** Parsed plan and parameters. */
export interface Config {
  plan: Plan;
  parameters: ServerParameters;
}

/** Names of the files in the data folder, which is the server's working directory and home. */
export const files = {
  settings: 'rabbitmq.conf',
  advanced: 'advanced.config',
  plugins: 'enabled_plugins',
  definitions: 'definitions.json',
  cookie: '.erlang.cookie',
  certificate: 'server.crt',
  privateKey: 'server.key',
  data: 'mnesia',
} as const;

export const ports = {
  amqp: 'amqp',
  management: 'management',
  distribution: 'distribution',
  epmd: 'epmd',
} as const;

/** Each instance has an epmd of its own, so that all nodes can have this name. */
export const nodeName = 'rabbit@localhost';

/** More than any disk has. */
const unreachableFreeBytes = 2 ** 50;
const leastFreeBytes = 50_000_000;

/** Settings that the configuration file does not have: files of messages are only removed when they are full. */
export const advancedSettings = `[{rabbit, [{msg_store_file_size_limit, ${4 * 1024 * 1024}}]}].\n`;

/** What the server changes while it runs. */
export interface LiveSettings {
  memoryBytes: number;
  /** Publishers wait while the disk has less free space than this. */
  freeDiskBytes: number;
  consumerTimeoutMs: number;
}

export const liveSettings = (
  { plan, parameters }: Config,
  readOnly: boolean,
): LiveSettings => ({
  memoryBytes: plan.memoryBytes,
  freeDiskBytes: readOnly ? unreachableFreeBytes : leastFreeBytes,
  consumerTimeoutMs: parameters.consumerTimeoutMs,
});

/** A call on the server, in Erlang: visible in process lists. */
export interface NodeCall {
  /** `module, function, [arguments]` */
  call: string;
  result: string;
}

/** The calls that change the running server. */
export const callsOf = (settings: LiveSettings): NodeCall[] =>
  [
    `vm_memory_monitor, set_vm_memory_high_watermark, [{absolute, ${settings.memoryBytes}}]`,
    `rabbit_disk_monitor, set_disk_free_limit, [${settings.freeDiskBytes}]`,
    `application, set_env, [rabbit, consumer_timeout, ${settings.consumerTimeoutMs}]`,
  ].map(call => ({ call, result: 'ok' }));

/** Whether the server must restart: its listeners do not change while it runs. */
export const needsRestart = (before: Config, next: Config): boolean =>
  before.plan.tls !== next.plan.tls ||
  !isDeepStrictEqual(
    effectiveTls(before.parameters.tls),
    effectiveTls(next.parameters.tls),
  );

type Lines = [key: string, value: string | number][];

const numbered = (prefix: string, values: readonly string[]): Lines =>
  values.map((value, index) => [`${prefix}.${index + 1}`, value]);

function listeners(
  { plan, parameters }: Config,
  port: (name: keyof typeof ports) => number,
): Lines {
  const amqp = `127.0.0.1:${port('amqp')}`;
  if (!plan.tls) {
    return [
      ['listeners.tcp.1', amqp],
      ['management.tcp.ip', '127.0.0.1'],
      ['management.tcp.port', port('management')],
    ];
  }
  const { versions, ciphers } = effectiveTls(parameters.tls);
  return [
    ['listeners.tcp', 'none'],
    ['listeners.ssl.1', amqp],
    ['management.ssl.ip', '127.0.0.1'],
    ['management.ssl.port', port('management')],
    ...['ssl_options', 'management.ssl'].flatMap((prefix): Lines => [
      [`${prefix}.certfile`, files.certificate],
      [`${prefix}.keyfile`, files.privateKey],
      ...numbered(`${prefix}.versions`, versions),
      ...numbered(`${prefix}.ciphers`, ciphers),
    ]),
  ];
}

/** The configuration file. Paths are relative, because the format has no quotes. */
export function renderSettings(
  config: Config,
  instance: {
    readOnly: boolean;
    port: (name: keyof typeof ports) => number;
  },
): string {
  const live = liveSettings(config, instance.readOnly);
  const lines: Lines = [
    ...listeners(config, instance.port),
    ['load_definitions', files.definitions],
    ['vm_memory_high_watermark.absolute', live.memoryBytes],
    // Counts what is used, not what is kept allocated: 75 MiB without any message.
    ['vm_memory_calculation_strategy', 'erlang'],
    ['disk_free_limit.absolute', live.freeDiskBytes],
    ['consumer_timeout', live.consumerTimeoutMs],
    // The default of 512 MiB is more than the storage of the plans.
    ['raft.wal_max_size_bytes', 16 * 1024 * 1024],
    ['log.file', 'false'],
    ['log.console', 'true'],
    ['log.console.level', 'info'],
    ['log.connection.level', 'warning'],
  ];
  return [
    '# Written by provider-local; changes are overwritten.',
    ...lines.map(([key, value]) => `${key} = ${value}`),
    '',
  ].join('\n');
}

/** The environment of all programs of the instance, in addition to the usual one. */
export function environment(instance: {
  dataDir: string;
  port: (name: keyof typeof ports) => number;
}): Record<string, string> {
  const { dataDir, port } = instance;
  const path = (name: string) => `${dataDir}/${name}`;
  return {
    // Erlang reads its cookie there.
    HOME: dataDir,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(port('epmd')),
    // Without it, Erlang starts an epmd that outlives the server.
    ERL_FLAGS: '-start_epmd false -kernel inet_dist_use_interface {127,0,0,1}',
    // A dump of a crash would have messages and hashes of passwords.
    ERL_CRASH_DUMP_SECONDS: '0',
    // The default is the limit of open files, whose table can take gigabytes.
    ERL_MAX_PORTS: '8192',
    // The script then becomes the server, which stops in order at SIGTERM.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_NODENAME: nodeName,
    RABBITMQ_DIST_PORT: String(port('distribution')),
    RABBITMQ_LOGS: '-',
    RABBITMQ_LOG_BASE: dataDir,
    RABBITMQ_MNESIA_BASE: path(files.data),
    RABBITMQ_CONFIG_FILE: path(files.settings),
    RABBITMQ_ADVANCED_CONFIG_FILE: path(files.advanced),
    RABBITMQ_ENABLED_PLUGINS_FILE: path(files.plugins),
    RABBITMQ_GENERATED_CONFIG_DIR: path('generated'),
    RABBITMQ_SCHEMA_DIR: path('schema'),
    // Files of an installation on this machine.
    RABBITMQ_CONF_ENV_FILE: path('none'),
    RABBITMQ_CONFIG_FILES: path('none'),
  };
}
