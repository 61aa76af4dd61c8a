/** Derives the server's configuration from plan, parameters and the instance. Pure functions. */
import { ParameterSettings } from './parameters';
import { Plan } from './plans';

/** Parsed plan and parameters. */
export interface Config {
  plan: Plan;
  parameters: ParameterSettings;
}

export type Settings = Readonly<Record<string, string>>;

/** Names of the files in the data folder. */
export const files = {
  configuration: 'server.conf',
  users: 'users.acl',
  certificate: 'server.crt',
  privateKey: 'server.key',
  snapshot: 'dump.rdb',
} as const;

/** The connection of this provider, in addition to those of the plan. */
const administratorConnections = 1;

/**
 * The settings that depend on plan and parameters. The server changes all of them while it runs, and every one has a
 * value here, so that a removed parameter returns to its default.
 */
export function liveSettings({ plan, parameters }: Config): Settings {
  const { maxclients = plan.maximums.maxclients, ...others } = parameters;
  const memory = String(plan.memoryBytes);
  return {
    maxmemory: memory,
    'maxmemory-policy': 'noeviction',
    'maxmemory-samples': '5',
    'lazyfree-lazy-eviction': 'no',
    'lazyfree-lazy-expire': 'no',
    'lua-time-limit': '5000',
    'notify-keyspace-events': '',
    save: '3600 1 300 100 60 10000',
    'tls-protocols': 'TLSv1.2 TLSv1.3',
    'tls-ciphers': '',
    'tls-ciphersuites': '',
    // A single value or request that is larger than all data may be.
    'proto-max-bulk-len': memory,
    'client-query-buffer-limit': memory,
    ...others,
    maxclients: String(Number(maxclients) + administratorConnections),
  };
}

/** The settings of an instance that no order changes. */
export function fixedSettings(instance: {
  port: number;
  /** Visible in process lists. */
  title: string;
  dataDir: string;
}): Settings {
  const title = instance.title.replace(/[^\w .-]/g, '?').slice(0, 60);
  return {
    bind: '127.0.0.1',
    port: '0',
    'tls-port': String(instance.port),
    'tls-cert-file': files.certificate,
    'tls-key-file': files.privateKey,
    'tls-auth-clients': 'no',
    dir: instance.dataDir,
    dbfilename: files.snapshot,
    aclfile: files.users,
    daemonize: 'no',
    logfile: '',
    appendonly: 'no',
    // Without it, a stop loses the data of instances without snapshots.
    'shutdown-on-sigterm': 'save',
    // A crash report would have the arguments of the current command.
    'crash-log-enabled': 'no',
    'proc-title-template': `{title} {listen-addr} ${title}`,
  };
}

const quote = (text: string) =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r')}"`;

/** The settings as a configuration file. */
export function renderSettings(settings: Settings): string {
  return [
    '# Written by provider-local; changes are overwritten.',
    ...Object.entries(settings).map(([name, value]) =>
      // The server reads the pairs of seconds and changes as one argument each.
      name === 'save' && value !== ''
        ? `save ${value}`
        : `${name} ${quote(value)}`,
    ),
    '',
  ].join('\n');
}
