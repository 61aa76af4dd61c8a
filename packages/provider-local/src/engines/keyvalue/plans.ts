/** What this sandbox offers of the key-value store. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';

const MiB = 1024 * 1024;

/** A plan, with the settings of its servers. The storage holds the snapshots of data that fit into the memory. */
export interface Plan extends OfferedPlan {
  maximums: { maxclients: number };
  maximumSizes: { maxmemory: number };
  memoryBytes: number;
}

const sizes = {
  nano: { connections: 50, memoryBytes: 32 * MiB, storageBytes: 100 * MiB },
  small: { connections: 200, memoryBytes: 128 * MiB, storageBytes: 500 * MiB },
  medium: {
    connections: 500,
    memoryBytes: 256 * MiB,
    storageBytes: 1024 * MiB,
  },
  big: { connections: 1000, memoryBytes: 512 * MiB, storageBytes: 2048 * MiB },
} as const;

export const offers: readonly Offer<Plan>[] = [
  {
    serviceName: 'a9s-keyvalue8',
    serviceId: 'svc-keyvalue8',
    title: 'Valkey 8',
    plans: Object.entries(sizes).map(([size, { connections, ...limits }]) => ({
      name: `keyvalue-single-${size}-ssl`,
      id: `plan-keyvalue-single-${size}-ssl`,
      maximums: { maxclients: connections },
      maximumSizes: { maxmemory: limits.memoryBytes },
      ...limits,
    })),
  },
];
