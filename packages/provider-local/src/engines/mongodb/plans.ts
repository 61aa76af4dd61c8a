/** What this sandbox offers of MongoDB, with the settings of each plan size. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';

const MiB = 1024 * 1024;

/** A plan, with the settings of its servers. */
export interface Plan extends OfferedPlan {
  ssl: boolean;
  /** FerretDB's connections to PostgreSQL: each open cursor and each other operation of a client needs one. */
  backendConnections: number;
  sharedBuffers: string;
}

const sizes = {
  nano: {
    backendConnections: 40,
    sharedBuffers: '16MB',
    storageBytes: 100 * MiB,
  },
  small: {
    backendConnections: 100,
    sharedBuffers: '32MB',
    storageBytes: 500 * MiB,
  },
  big: {
    backendConnections: 400,
    sharedBuffers: '128MB',
    storageBytes: 2048 * MiB,
  },
} as const satisfies Record<string, Partial<Plan>>;

const plans = ['', '-ssl'].flatMap(flavour =>
  Object.entries(sizes).map(([size, settings]): Plan => ({
    name: `mongodbsspl-single-${size}${flavour}`,
    id: `plan-mongodbsspl-single-${size}${flavour}`,
    ssl: flavour === '-ssl',
    maximums: {},
    ...settings,
  })),
);

/** FerretDB 1.24 reports itself as MongoDB 7.0, so it stands for no other version. */
export const offers: readonly Offer<Plan>[] = [
  {
    serviceName: 'a9s-mongodb70',
    serviceId: 'svc-mongodb70',
    title: 'FerretDB 1.24 with the protocol of MongoDB 7.0',
    plans,
  },
];
