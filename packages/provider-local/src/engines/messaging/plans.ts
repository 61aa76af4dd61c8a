/** What this sandbox offers of RabbitMQ, with the limits of each plan size. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';

const MiB = 1024 * 1024;

/** A plan, with the limits of its server. */
export interface Plan extends OfferedPlan {
  /** AMQP connections of users; the management API has none. */
  connections: number;
  /** Above it, publishers wait. */
  memoryBytes: number;
  /** Whether clients connect with TLS; otherwise they connect without. */
  tls: boolean;
}

/** The series that Debian 12 has; servers of other series are not used. */
export const serverSeries = '3.10';

const sizes = {
  nano: {
    connections: 50,
    memoryBytes: 128 * MiB,
    storageBytes: 200 * MiB,
  },
  small: {
    connections: 200,
    memoryBytes: 256 * MiB,
    storageBytes: 500 * MiB,
  },
  big: {
    connections: 1000,
    memoryBytes: 512 * MiB,
    storageBytes: 2048 * MiB,
  },
} as const satisfies Record<string, Partial<Plan>>;

const plans = Object.entries(sizes).flatMap(([size, limits]): Plan[] =>
  [false, true].map(tls => {
    const name = `messaging-single-${size}${tls ? '-ssl' : ''}`;
    return { name, id: `plan-${name}`, maximums: {}, tls, ...limits };
  }),
);

export const offers: readonly Offer<Plan>[] = [
  {
    serviceName: 'a9s-messaging310',
    serviceId: 'svc-messaging310',
    title: `RabbitMQ ${serverSeries}`,
    plans,
  },
];
