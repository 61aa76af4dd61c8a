// Prometheus metrics. Labels are bounded: controllers, resources, verbs and reasons, never objects.
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import type { KubeMetrics } from './KubeMetrics';
import { boundedLabel, codeLabel } from './metricLabels';

/** Generous limits: bindings do not create more in one process, only a defect or an attack does. */
const limits = {
  resources: 500,
  reasons: 50,
  controllers: 500,
  verbs: 20,
  leases: 20,
};

/**
 * Buckets of histograms in seconds: from a millisecond (a change passed on) to a minute (a queue with a backlog). The
 * targets of this project, 5, 100 and 500 ms, are bounds, so that quantiles near them are exact.
 */
const buckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  60,
];

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

function cacheMetrics(registers: Registry[]) {
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

function controllerMetrics(registers: Registry[]) {
  const controllerLabel = boundedLabel(limits.controllers);
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
    help: 'Errors of the functions of a controller: key, group or resync.keys',
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

function requestMetrics(registers: Registry[]) {
  const verbLabel = boundedLabel(limits.verbs);
  const requests = new Histogram({
    name: 'klutch_request_duration_seconds',
    help: 'Time until an API server responded',
    labelNames: ['verb', 'code'],
    buckets,
    registers,
  });
  const held = new Histogram({
    name: 'klutch_request_throttled_seconds',
    help: 'Time a request was held back by the rate limiter',
    buckets,
    registers,
  });
  return {
    requested: (verb, code, seconds) =>
      requests.observe(
        { verb: verbLabel(verb), code: codeLabel(code) },
        seconds,
      ),
    throttled: seconds => held.observe(seconds),
  } satisfies Partial<KubeMetrics>;
}

function leaseMetrics(registers: Registry[]) {
  const leaseLabel = boundedLabel(limits.leases);
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
  collectDefaultMetrics({
    register: registry,
    // The default of 10 wakes an idle process 100 times a second, for 0.4 % of a core.
    eventLoopMonitoringPrecision: 50,
  });
}
