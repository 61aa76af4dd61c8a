/** What this sandbox offers of Prometheus, with the settings of each plan size. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';

const MiB = 1024 * 1024;

/** A plan, with the settings of its servers. */
export interface Plan extends OfferedPlan {
  /** Prometheus frees memory more eagerly as it gets near this size. */
  memoryBytes: number;
  /** Samples that a query may load. */
  samplesPerQuery: number;
  /** Samples that a scrape of one target may have, and series that the Graphite exporter keeps. */
  samplesPerScrape: number;
}

const sizes = {
  small: {
    memoryBytes: 256 * MiB,
    storageBytes: 500 * MiB,
    samplesPerQuery: 4_000_000,
    samplesPerScrape: 10_000,
  },
  big: {
    memoryBytes: 512 * MiB,
    storageBytes: 2048 * MiB,
    samplesPerQuery: 8_000_000,
    samplesPerScrape: 20_000,
  },
} as const satisfies Record<string, Partial<Plan>>;

const plans = Object.entries(sizes).map(([size, settings]): Plan => ({
  name: `prometheus-single-${size}`,
  id: `plan-prometheus-single-${size}`,
  maximums: {},
  ...settings,
}));

const withoutGrafana =
  'Plans with Grafana are not available here: this sandbox does not run Grafana. Choose prometheus-single-small or prometheus-single-big, and add its Prometheus as a data source to a Grafana of your own.';

export const offers: readonly Offer<Plan>[] = [
  {
    serviceName: 'a9s-prometheus',
    serviceId: 'svc-prometheus',
    title: 'Prometheus',
    plans,
    missingPlans: {
      'promgraf2-': withoutGrafana,
      'prometheus2-grafana10-': withoutGrafana,
    },
  },
];
