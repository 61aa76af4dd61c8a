/** What this sandbox offers of PostgreSQL, with the settings of each plan size. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';
import { bundledMajorVersion } from './server/programs';

const MiB = 1024 * 1024;

/** A plan, with the settings of its servers. */
export interface Plan extends OfferedPlan {
  maximums: { max_connections: number; temp_file_limit: number };
  ssl: boolean;
  /** `max_connections`; three of these are reserved for administration, as by PostgreSQL's default. */
  connections: number;
  workMem: string;
  /** 0: unlimited. */
  statementTimeoutMs: number;
  sharedBuffers: string;
}

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
  big: {
    connections: 200,
    workMem: '32MB',
    statementTimeoutMs: 0,
    sharedBuffers: '128MB',
    storageBytes: 2048 * MiB,
  },
} as const satisfies Record<string, Partial<Plan>>;

const plans = ['', '-ssl'].flatMap(flavour =>
  Object.entries(sizes).map(([size, settings]): Plan => ({
    name: `postgresql-single-${size}${flavour}`,
    id: `plan-pg-single-${size}${flavour}`,
    ssl: flavour === '-ssl',
    maximums: {
      max_connections: settings.connections,
      // In kB.
      temp_file_limit: settings.storageBytes / 1024,
    },
    ...settings,
  })),
);

const majorVersions = [bundledMajorVersion, 13, 17];

const serviceNameOf = (majorVersion: number) => `a9s-postgresql${majorVersion}`;

export const offers: readonly Offer<Plan>[] = majorVersions.map(version => ({
  serviceName: serviceNameOf(version),
  serviceId: `svc-pg${version}`,
  title: `PostgreSQL ${version}`,
  plans,
}));

/** The major version of PostgreSQL that a service stands for. */
export const majorVersionOf = (serviceName: string): number | undefined =>
  majorVersions.find(version => serviceName === serviceNameOf(version));
