// Figures for Prometheus. Labels are bounded: controllers, resources and reasons, never objects.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What caches and controllers report. */
export interface KubeMetrics {
  /** Several caches of one resource add up. */
  cacheObjects(resource: string, delta: number): void;
  cacheRestart(resource: string, reason: string): void;
  queueDepth(controller: string, depth: number): void;
  reconciled(
    controller: string,
    result: 'success' | 'error',
    seconds: number,
  ): void;
}

/** Registers the metrics of this package; call once a registry. */
export function createMetrics(registry: Registry): KubeMetrics {
  const registers = [registry];
  const objects = new Gauge({
    name: 'klutch_cache_objects',
    help: 'Objects held in a cache',
    labelNames: ['resource'],
    registers,
  });
  const restarts = new Counter({
    name: 'klutch_cache_restarts_total',
    help: 'Lists and watches begun anew, by reason',
    labelNames: ['resource', 'reason'],
    registers,
  });
  const depth = new Gauge({
    name: 'klutch_queue_depth',
    help: 'Keys waiting to be reconciled',
    labelNames: ['controller'],
    registers,
  });
  const reconciles = new Histogram({
    name: 'klutch_reconcile_duration_seconds',
    help: 'Time a reconcile took',
    labelNames: ['controller', 'result'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
    registers,
  });
  return {
    cacheObjects: (resource, delta) => objects.inc({ resource }, delta),
    cacheRestart: (resource, reason) => restarts.inc({ resource, reason }),
    queueDepth: (controller, count) => depth.set({ controller }, count),
    reconciled: (controller, result, seconds) =>
      reconciles.observe({ controller, result }, seconds),
  };
}
