// Prometheus metrics. Labels are bounded: controllers, resources, verbs and reasons, never objects.
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { KubeMetrics } from './KubeMetrics';
import { cacheMetrics } from './metricFamilies/cacheMetrics';
import { controllerMetrics } from './metricFamilies/controllerMetrics';
import { leaseMetrics } from './metricFamilies/leaseMetrics';
import { requestMetrics } from './metricFamilies/requestMetrics';

/**
 * Registers the metrics of this package.
 * @throws Error when they are already registered there: call it once per registry
 */
export function createMetrics(registry: Registry): KubeMetrics {
  const registers = [registry];
  return {
    ...cacheMetrics(registers),
    ...controllerMetrics(registers),
    ...requestMetrics(registers),
    ...leaseMetrics(registers),
  };
}

/**
 * Registers prom-client's metrics of the process: event-loop lag (`nodejs_eventloop_lag_p99_seconds` and others),
 * heap, garbage collection, CPU, memory and file descriptors. Call it once per process and only from the program
 * itself, because a library or plugin shares its process with others.
 */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}
