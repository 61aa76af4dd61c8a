/** Derives the server's configuration from plan, parameters and the machine. */
import { ServerParameters } from './parameters';
import { Plan } from './plans';
import { adminRole, maintenanceRole } from './server/admin';
import { Settings, accessRule, serverSettings } from './server/settings';

/** Inputs other than plan and parameters. */
export interface InstanceSettings {
  port: number;
  /** Visible in process lists. */
  title: string;
  /** The quota is exhausted: new transactions are read-only unless a session overrides the default. */
  readOnly: boolean;
}

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

/**
 * All settings of a server, by name. The user's parameters override the plan's defaults; limits were checked before.
 */
export function planSettings(
  plan: Plan,
  parameters: ServerParameters,
  instance: InstanceSettings,
): Settings {
  return {
    ...serverSettings(plan, instance),
    ssl: plan.ssl ? 'on' : 'off',
    work_mem: plan.workMem,
    statement_timeout: `${plan.statementTimeoutMs}ms`,
    ...parameters.settings,
    default_transaction_read_only: instance.readOnly ? 'on' : 'off',
  };
}

/** Whether changing from one set of settings to the other requires a server restart. */
export function needsRestart(before: Settings, after: Settings): boolean {
  return [...restartRequired].some(name => before[name] !== after[name]);
}

/** Exported for the test that compares the names with `pg_settings`. */
export const restartRequiredSettings: readonly string[] = [...restartRequired];

/** Access rules: administrator and binding roles, by password, and only encrypted if the plan requires TLS. */
export function planAccessRules({ ssl }: Plan): string[] {
  const kind = ssl ? 'hostssl' : 'host';
  return [
    accessRule(adminRole),
    accessRule(maintenanceRole),
    accessRule('all', { kind }),
    accessRule('all', { kind, database: 'replication' }),
  ];
}
