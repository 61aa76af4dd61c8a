/**
 * Maps the parameters that a user may set (by the broker's keys) to PostgreSQL settings, and rejects invalid ones.
 * The bounds are those of the claim's schema (crossplane/apis/postgresql), and a test compares them, so that a dry
 * run rejects the same values.
 */
import { readEach } from '../../host/readParameters';
import { Plan } from './plans';
import { RolePrivilege, rolePrivileges } from './server/roles';
import { reservedConnections } from './server/settings';

/** Parsed parameters. */
export interface ServerParameters {
  /** Names and values of settings in `postgresql.conf`. */
  settings: Record<string, string>;
  rolePrivileges: RolePrivilege[];
  dataChecksums: boolean;
}

const minConnections = reservedConnections + 2;

type Problem = { problem: string };
const noSettings: { settings: Record<string, string> } = { settings: {} };
type Mapped = { settings: Record<string, string> } | Problem;
type Rule = (value: unknown, plan: Plan) => Mapped;

const problem = (text: string): Problem => ({ problem: text });
const isInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value);

/** PostgreSQL's largest integer. */
const maxInt = 2_147_483_647;
/** PostgreSQL's upper bound of settings that count backends. */
const maxBackends = 262_143;

const integer =
  (setting: string, unit: string, min: number, max: number): Rule =>
  value =>
    isInteger(value) && value >= min && value <= max
      ? { settings: { [setting]: `${value}${unit}` } }
      : problem(`must be a whole number from ${min} to ${max}`);

const oneOf =
  (setting: string, ...allowed: string[]): Rule =>
  value =>
    typeof value === 'string' &&
    allowed.some(word => word.toLowerCase() === value.toLowerCase())
      ? { settings: { [setting]: value.toLowerCase() } }
      : problem(`must be one of ${allowed.join(', ')}`);

const kilobytes = {
  B: 1 / 1024,
  kB: 1,
  MB: 1024,
  GB: 1024 ** 2,
  TB: 1024 ** 3,
};
const size = /^(?<number>\d+(\.\d+)?) ?(?<unit>B|kB|MB|GB|TB)?$/;

/**
 * A size from `leastKb` to PostgreSQL's largest number of steps; without a unit the value counts steps of `stepKb`,
 * as in PostgreSQL.
 */
const memory =
  (setting: string, leastKb: number, stepKb = 1): Rule =>
  value => {
    const parts = typeof value === 'string' ? size.exec(value)?.groups : null;
    if (!parts) {
      return problem('must be a size such as 8MB (units: B, kB, MB, GB, TB)');
    }
    const { number, unit } = parts;
    const step = unit ? kilobytes[unit as keyof typeof kilobytes] : stepKb;
    const kb = Number(number) * step;
    const mostKb = maxInt * stepKb;
    return kb >= leastKb && kb <= mostKb
      ? { settings: { [setting]: String(value) } }
      : problem(`must be from ${leastKb}kB to ${mostKb}kB`);
  };

const maxConnections: Rule = (value, plan) => {
  if (!isInteger(value) || value < minConnections) {
    return problem(
      `must be a whole number of at least ${minConnections} (${reservedConnections} connections are kept for administration)`,
    );
  }
  const { max_connections: most } = plan.maximums;
  return value > most
    ? problem(
        `is ${value}, but the plan ${plan.name} allows at most ${most} connections. Lower it or order a bigger plan`,
      )
    : { settings: { max_connections: String(value) } };
};

const tempFileLimit: Rule = (value, plan) => {
  const { temp_file_limit: most } = plan.maximums;
  if (!isInteger(value) || value === 0 || value < -1) {
    return problem(
      'must be -1 (as much as the plan has) or a whole number of kB above 0',
    );
  }
  if (value === -1) return noSettings;
  return value > most
    ? problem(
        `is ${value} kB, but the plan ${plan.name} has ${most} kB of storage. Lower it or order a bigger plan`,
      )
    : { settings: { temp_file_limit: `${value}kB` } };
};

const walLevelLogical: Rule = value => {
  if (typeof value !== 'boolean') return problem('must be true or false');
  return value ? { settings: { wal_level: 'logical' } } : noSettings;
};

const messageLevels = [
  ...['DEBUG5', 'DEBUG4', 'DEBUG3', 'DEBUG2', 'DEBUG1'],
  ...['LOG', 'NOTICE', 'WARNING', 'ERROR'],
];
const logLevels = [...messageLevels, 'INFO', 'FATAL', 'PANIC'];

const rules = new Map<string, Rule>(
  Object.entries({
    max_connections: maxConnections,
    effective_cache_size: memory('effective_cache_size', 8, 8),
    work_mem: memory('work_mem', 64),
    maintenance_work_mem: memory('maintenance_work_mem', 1024),
    temp_file_limit: tempFileLimit,
    track_io_timing: oneOf('track_io_timing', 'on', 'off'),
    archive_timeout: integer('archive_timeout', 's', 0, 1_073_741_823),
    statement_timeout: integer('statement_timeout', 'ms', 0, maxInt),
    idle_in_transaction_session_timeout: integer(
      'idle_in_transaction_session_timeout',
      'ms',
      0,
      maxInt,
    ),
    wal_level_logical: walLevelLogical,
    wal_writer_delay: integer('wal_writer_delay', 'ms', 1, 10_000),
    max_replication_slots: integer('max_replication_slots', '', 0, maxBackends),
    max_wal_senders: integer('max_wal_senders', '', 0, maxBackends),
    synchronous_commit: oneOf(
      'synchronous_commit',
      ...['on', 'off', 'local', 'remote_write', 'remote_apply'],
    ),
    client_min_messages: oneOf('client_min_messages', ...messageLevels),
    pg_log_min_messages: oneOf('log_min_messages', ...logLevels),
    pg_log_min_error_statement: oneOf('log_min_error_statement', ...logLevels),
    log_statement: oneOf('log_statement', 'none', 'ddl', 'mod', 'all'),
    log_error_verbosity: oneOf(
      'log_error_verbosity',
      ...['DEFAULT', 'VERBOSE', 'TERSE'],
    ),
  }),
);

function readPrivileges(value: unknown): RolePrivilege[] | Problem {
  if (!Array.isArray(value)) {
    return problem('must be a list of CREATEDB and REPLICATION');
  }
  if (value.includes('CREATEROLE')) {
    return problem(
      'cannot hold CREATEROLE here: up to PostgreSQL 15 such a role can run programs on this machine. Leave it out',
    );
  }
  const privileges = rolePrivileges.filter(name => value.includes(name));
  return privileges.length === new Set(value).size
    ? privileges
    : problem('must be a list of CREATEDB and REPLICATION');
}

function readChecksums(value: unknown): boolean | Problem {
  return value === 'enabled' || value === 'disabled'
    ? value === 'enabled'
    : problem('must be enabled or disabled');
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

/** Throws one `ServiceError` that names every parameter that is refused. */
export function readParameters(
  parameters: Record<string, unknown>,
  plan: Plan,
): ServerParameters {
  const result: ServerParameters = {
    settings: {},
    rolePrivileges: [],
    dataChecksums: false,
  };
  readEach(parameters, (key, value) => {
    if (key === 'role_privileges') {
      const privileges = readPrivileges(value);
      if (isProblem(privileges)) return privileges.problem;
      result.rolePrivileges = privileges;
      return undefined;
    }
    if (key === 'data_checksums') {
      const checksums = readChecksums(value);
      if (isProblem(checksums)) return checksums.problem;
      result.dataChecksums = checksums;
      return undefined;
    }
    const mapped = rules.get(key)?.(value, plan) ?? problem('is unknown');
    if (isProblem(mapped)) return mapped.problem;
    Object.assign(result.settings, mapped.settings);
    return undefined;
  });
  return result;
}
