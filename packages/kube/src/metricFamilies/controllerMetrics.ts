// Metrics of controllers and their queues.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { boundedLabel } from '../metricLabels';
import type { KubeMetrics } from '../KubeMetrics';
import { buckets } from './buckets';

/** A generous limit: bindings do not create more in one process, only a defect or an attack does. */
const maxControllers = 500;

/** Registers the metrics of controllers. */
export function controllerMetrics(registers: Registry[]) {
  const controllerLabel = boundedLabel(maxControllers);
  const depth = new Gauge({
    name: 'klutch_queue_depth',
    help: 'Keys waiting to be reconciled',
    labelNames: ['controller'],
    registers,
  });
  const waits = new Histogram({
    name: 'klutch_queue_wait_seconds',
    help: 'Time a key waited until it was reconciled',
    labelNames: ['controller', 'priority'],
    buckets,
    registers,
  });
  const retries = new Counter({
    name: 'klutch_queue_retries_total',
    help: 'Retries of keys after a failure',
    labelNames: ['controller'],
    registers,
  });
  const reconciles = new Histogram({
    name: 'klutch_reconcile_duration_seconds',
    help: 'Time a reconcile took',
    labelNames: ['controller', 'result'],
    buckets,
    registers,
  });
  const functionErrors = new Counter({
    name: 'klutch_controller_function_errors_total',
    help: 'Errors and invalid results of the functions of a controller: key, group or resyncKeys',
    labelNames: ['controller', 'function'],
    registers,
  });
  return {
    queueDepth: (controller, delta) =>
      depth.inc({ controller: controllerLabel(controller) }, delta),
    queueWaited: (controller, priority, seconds) =>
      waits.observe(
        { controller: controllerLabel(controller), priority },
        seconds,
      ),
    queueRetry: controller =>
      retries.inc({ controller: controllerLabel(controller) }),
    reconciled: (controller, result, seconds) =>
      reconciles.observe(
        { controller: controllerLabel(controller), result },
        seconds,
      ),
    functionFailed: (controller, name) =>
      functionErrors.inc({
        controller: controllerLabel(controller),
        function: name,
      }),
  } satisfies Partial<KubeMetrics>;
}
