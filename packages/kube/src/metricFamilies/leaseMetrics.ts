// Figures of elections.
import { Gauge, Registry } from 'prom-client';
import { boundedLabel } from '../metricLabels';
import type { KubeMetrics } from '../metrics';

/** A generous bound: more in one process are no product of bindings but of a defect or of an attack. */
const maxLeases = 20;

/** Registers them. */
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
