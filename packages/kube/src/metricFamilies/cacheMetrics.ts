// Figures of caches.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { boundedLabel } from '../metricLabels';
import type { KubeMetrics } from '../metrics';
import { buckets } from './buckets';

/** Generous bounds: more of these in one process are no product of bindings but of a defect or of an attack. */
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

/** Registers them. */
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
    help: 'Lists and watches begun anew, by reason',
    labelNames: ['resource', 'reason'],
    registers,
  });
  const lists = new Histogram({
    name: 'klutch_cache_list_duration_seconds',
    help: 'Time to take in a whole list, by the way it came',
    labelNames: ['resource', 'mode'],
    buckets,
    registers,
  });
  const ages = new Map<() => number | undefined, string>();
  const ageGauge = new Gauge({
    name: 'klutch_cache_last_event_age_seconds',
    help: 'Seconds since the server last said something to a cache; of several caches of a resource the oldest',
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
      // A function of its own, so that one given twice counts twice.
      const own = () => age();
      ages.set(own, resourceLabel(resource));
      return () => ages.delete(own);
    },
  } satisfies Partial<KubeMetrics>;
}
