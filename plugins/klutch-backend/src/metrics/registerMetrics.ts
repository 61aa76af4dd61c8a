/** OpenTelemetry metrics of the live index and the app clusters. Attributes never hold names of people or namespaces. */
import type { MetricsService } from '@backstage/backend-plugin-api/alpha';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { RegisteredAppCluster } from '../clusters/AppClusters';

type Claim = Pick<Schemas['Claim'], 'type' | 'state'>;

/** What the metrics are read from, whenever they are collected. */
export interface MetricSources {
  claims(): readonly Claim[];
  appClusters(): readonly (Pick<RegisteredAppCluster, 'connection'> & {
    record: Pick<RegisteredAppCluster['record'], 'id'>;
    /** Absent when the portal cannot connect. */
    cluster?: {
      reachability: { reachable: boolean };
      lastSeenAt: Date | undefined;
    };
  })[];
}

/** Number of claims by type and state; only combinations that occur. */
function countClaims(claims: readonly Claim[]) {
  const counts = new Map<string, { attributes: Claim; count: number }>();
  for (const { type, state } of claims) {
    const key = `${type}/${state}`;
    const entry = counts.get(key) ?? { attributes: { type, state }, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  return [...counts.values()];
}

/** Registers the metrics that the package's README lists. */
export function registerMetrics(
  metrics: MetricsService,
  sources: MetricSources,
): void {
  /** The portal does not connect to app clusters that only their konnector is connected to. */
  const connected = () =>
    sources
      .appClusters()
      .filter(({ connection }) => connection !== 'konnector');
  metrics
    .createObservableGauge('klutch.claims', {
      description: 'Claims in the live index, by type and state',
      unit: '{claim}',
    })
    .addCallback(result => {
      for (const { attributes, count } of countClaims(sources.claims())) {
        result.observe(count, { ...attributes });
      }
    });
  metrics
    .createObservableGauge('klutch.app_clusters', {
      description: 'App clusters that the portal connects to',
      unit: '{cluster}',
    })
    .addCallback(result => {
      const all = connected();
      const count = all.filter(
        ({ cluster }) => cluster?.reachability.reachable,
      ).length;
      result.observe(count, { reachable: true });
      result.observe(all.length - count, { reachable: false });
    });
  metrics
    .createObservableGauge('klutch.app_cluster.sync.age', {
      description:
        'Time since the app cluster last sent a list, an event or a bookmark',
      unit: 's',
    })
    .addCallback(result => {
      for (const { record, cluster } of connected()) {
        const at = cluster?.lastSeenAt;
        if (!at) continue;
        const age = Math.max(0, Date.now() - at.getTime()) / 1000;
        result.observe(age, { app_cluster: record.id });
      }
    });
}
