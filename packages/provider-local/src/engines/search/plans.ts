/** What this sandbox offers of the search engine. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';
import { heapOf } from './server/javaOptions';

const MiB = 1024 * 1024;

export interface Plan extends OfferedPlan {
  /** The default of the parameter is its largest value. */
  maximums: { java_heapspace: number };
}

const sizes = {
  nano: { memoryMb: 512, storageBytes: 200 * MiB },
  small: { memoryMb: 768, storageBytes: 500 * MiB },
  medium: { memoryMb: 1024, storageBytes: 1024 * MiB },
  big: { memoryMb: 2048, storageBytes: 2048 * MiB },
} as const;

export const offers: readonly Offer<Plan>[] = [
  {
    serviceName: 'a9s-search2',
    serviceId: 'svc-search2',
    title: 'OpenSearch 2',
    plans: Object.entries(sizes).map(([size, { memoryMb, storageBytes }]) => ({
      name: `search-single-${size}-ssl`,
      id: `plan-search-single-${size}-ssl`,
      maximums: { java_heapspace: heapOf(memoryMb) },
      storageBytes,
    })),
  },
];
