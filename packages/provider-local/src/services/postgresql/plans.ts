/** The PostgreSQL plans of this sandbox: the settings of each size, and the available services and plans. */
import { Availability } from '../../dataService';

const MiB = 1024 * 1024;

/** The settings of a PostgreSQL server for a plan size. */
export interface Plan {
  name: string;
  size: 'nano' | 'small' | 'medium' | 'big';
  ssl: boolean;
  /** `max_connections`; three of these are reserved for administration, as by PostgreSQL's default. */
  connections: number;
  workMem: string;
  /** 0: unlimited. */
  statementTimeoutMs: number;
  sharedBuffers: string;
  storageBytes: number;
}

/** The maximum values of parameters under a plan, by the broker's keys. */
export const parameterLimits = (plan: Plan) => ({
  max_connections: plan.connections,
  /** In kB. */
  temp_file_limit: Math.floor(plan.storageBytes / 1024),
});

const sizes = {
  nano: {
    connections: 20,
    workMem: '4MB',
    statementTimeoutMs: 60_000,
    sharedBuffers: '16MB',
    storageBytes: 100 * MiB,
  },
  small: {
    connections: 50,
    workMem: '8MB',
    statementTimeoutMs: 5 * 60_000,
    sharedBuffers: '32MB',
    storageBytes: 500 * MiB,
  },
  medium: {
    connections: 100,
    workMem: '16MB',
    statementTimeoutMs: 15 * 60_000,
    sharedBuffers: '64MB',
    storageBytes: 1024 * MiB,
  },
  big: {
    connections: 200,
    workMem: '32MB',
    statementTimeoutMs: 0,
    sharedBuffers: '128MB',
    storageBytes: 2048 * MiB,
  },
} as const satisfies Record<Plan['size'], Omit<Plan, 'name' | 'size' | 'ssl'>>;

/** The only PostgreSQL major version whose binaries this sandbox has. */
export const serverMajorVersion = 15;
const offeredService = `a9s-postgresql${serverMajorVersion}`;

const planPattern =
  /^postgresql-(?<topology>single|replica)-(?<size>nano|small|medium|big)(?<ssl>-ssl)?(?<bionic>-bionic)?$/;

/** The plan of that name, or `undefined` when the plan is unavailable in this sandbox. */
export function findPlan(planName: string): Plan | undefined {
  const parts = planPattern.exec(planName)?.groups;
  if (!parts || parts.topology !== 'single' || parts.bionic) return undefined;
  const size = parts.size as Plan['size'];
  return { name: planName, size, ssl: parts.ssl !== undefined, ...sizes[size] };
}

function servicesReason(serviceName: string): string | undefined {
  if (serviceName === offeredService) return undefined;
  const version = /^a9s-postgresql(\d+)$/.exec(serviceName)?.[1];
  return version
    ? `PostgreSQL ${version} is not available here: this sandbox runs PostgreSQL ${serverMajorVersion}. Choose the service ${offeredService}.`
    : `The service ${serviceName} is not available here: this sandbox runs PostgreSQL ${serverMajorVersion} only. Choose the service ${offeredService}.`;
}

function planReason(planName: string): string | undefined {
  const parts = planPattern.exec(planName)?.groups;
  if (!parts) {
    return `There is no PostgreSQL plan ${planName}. Choose a plan like postgresql-single-small.`;
  }
  if (parts.bionic) {
    return 'Plans on Ubuntu Bionic are not available here: this sandbox starts servers on this machine. Choose the plan without -bionic.';
  }
  if (parts.topology === 'replica') {
    return 'This sandbox runs one server per instance; replica plans are not available here. Choose a plan with -single-.';
  }
  return undefined;
}

/** Whether a PostgreSQL service and plan are available in this sandbox. Pure function. */
export function postgresqlAvailability(
  serviceName: string,
  planName: string,
): Availability {
  const reason = servicesReason(serviceName) ?? planReason(planName);
  return reason ? { available: false, reason } : { available: true };
}

/** The broker's id of a plan. */
export const planIdOf = (planName: string) =>
  `plan-${planName.replace(/^postgresql/, 'pg')}`;

/** The broker's id of the service. */
export const serviceId = `svc-pg${serverMajorVersion}`;
