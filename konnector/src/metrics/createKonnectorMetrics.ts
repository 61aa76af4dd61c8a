/** Registers the konnector's metrics; docs/konnector.md lists them. */
import { boundedLabel, createMetrics } from '@klutch/kube';
import { Counter, Histogram, type Registry } from 'prom-client';
import { createGauges } from './createGauges';
import type { KonnectorMetrics } from './KonnectorMetrics';

/** A generous bound; more APIs in one process indicate a defect or an attack. */
const maxApis = 500;
/** From a few milliseconds, the usual case, to a minute, a backlog. */
const buckets = [
  0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/**
 * Registers the metrics of the konnector and of `@klutch/kube`.
 * @throws Error when the registry has these metrics already: call once per registry.
 */
export function createKonnectorMetrics(registry: Registry): KonnectorMetrics {
  const registers = [registry];
  const label = boundedLabel(maxApis);
  const writes = new Counter({
    name: 'klutch_konnector_writes_total',
    help: 'Answered writes of the sync, by purpose',
    labelNames: ['api', 'write', 'side', 'outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'klutch_konnector_sync_seconds',
    help: 'Time from observing a change until it was written to the other cluster',
    labelNames: ['api', 'direction'],
    buckets,
    registers,
  });
  return {
    ...createMetrics(registry),
    wrote: (api, write, side, outcome) =>
      writes.inc({ api: label(api), write, side, outcome }),
    synced: (api, direction, seconds) =>
      latency.observe({ api: label(api), direction }, seconds),
    gauges: createGauges(registers, label),
  };
}
