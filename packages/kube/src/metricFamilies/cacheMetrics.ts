// Metrics of caches.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { boundedLabel } from '../metricLabels';
import type { KubeMetrics } from '../KubeMetrics';
import { buckets } from './buckets';

/** Generous limits: bindings do not create more in one process, only a defect or an attack does. */
const limits = { resources: 500, reasons: 50 };

function oldestOf(
  ages: Map<() => number | undefined, string>,
): Map<string, number> {
  const oldest = new Map<string, number>();
  for (const [age, resource] of ages) {
    const seconds = age();
    if (seconds === undefined) continue;
    oldest.set(resource, Math.max(seconds, oldest.get(resource) ?? 0));
  }
  return oldest;
}

/** Registers the metrics of caches. */
export function cacheMetrics(registers: Registry[]) {
  const resourceLabel = boundedLabel(limits.resources);
  const reasonLabel = boundedLabel(limits.reasons);
  const objects = new Gauge({
    name: 'klutch_cache_objects',
    help: 'Objects held in a cache',
    labelNames: ['resource'],
    registers,
  });
  const restarts = new Counter({
    name: 'klutch_cache_restarts_total',
    help: 'Restarts of lists and watches, by reason',
    labelNames: ['resource', 'reason'],
    registers,
  });
  const lists = new Histogram({
    name: 'klutch_cache_list_duration_seconds',
    help: 'Time to read a whole list, by mode',
    labelNames: ['resource', 'mode'],
    buckets,
    registers,
  });
  const ages = new Map<() => number | undefined, string>();
  const ageGauge = new Gauge({
    name: 'klutch_cache_last_event_age_seconds',
    help: 'Seconds since a cache last received something from the server; of several caches of a resource the oldest',
    labelNames: ['resource'],
    registers,
    collect() {
      ageGauge.reset();
      for (const [resource, seconds] of oldestOf(ages)) {
        ageGauge.set({ resource }, seconds);
      }
    },
  });
  return {
    cacheObjects: (resource, delta) =>
      objects.inc({ resource: resourceLabel(resource) }, delta),
    cacheRestart: (resource, reason) =>
      restarts.inc({
        resource: resourceLabel(resource),
        reason: reasonLabel(reason),
      }),
    cacheListed: (resource, mode, seconds) =>
      lists.observe({ resource: resourceLabel(resource), mode }, seconds),
    cacheAge(resource, age) {
      // A new function, so that a callback passed twice counts twice.
      const own = () => age();
      ages.set(own, resourceLabel(resource));
      return () => ages.delete(own);
    },
  } satisfies Partial<KubeMetrics>;
}
