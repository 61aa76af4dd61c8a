/** What this sandbox offers of log management. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';
import { heapOf } from '../search/server/javaOptions';

export interface Plan extends OfferedPlan {
  /** The default of the parameter is its largest value. */
  maximums: { java_heapspace: number };
}

export const offers: readonly Offer<Plan>[] = [
  {
    serviceName: 'a9s-logme2',
    serviceId: 'svc-logme2',
    title: 'LogMe2',
    plans: [
      {
        name: 'logme-single-small-ssl',
        id: 'plan-logme-single-small-ssl',
        maximums: { java_heapspace: heapOf(768) },
        storageBytes: 500 * 1024 * 1024,
      },
    ],
  },
];
