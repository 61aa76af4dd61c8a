// Metrics of leader elections.
import { Gauge, Registry } from 'prom-client';
import { boundedLabel } from '../metricLabels';
import type { KubeMetrics } from '../KubeMetrics';

/** A generous limit: bindings do not create more in one process, only a defect or an attack does. */
const maxLeases = 20;

/** Registers the metrics of leader elections. */
export function leaseMetrics(registers: Registry[]) {
  const leaseLabel = boundedLabel(maxLeases);
  const leaders = new Gauge({
    name: 'klutch_leader',
    help: '1 while this process holds the lease',
    labelNames: ['lease'],
    registers,
  });
  return {
    leading: (lease, isLeader) =>
      leaders.set({ lease: leaseLabel(lease) }, isLeader ? 1 : 0),
  } satisfies Partial<KubeMetrics>;
}
