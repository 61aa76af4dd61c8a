// Figures for Prometheus. Labels are bounded: controllers, resources, verbs and reasons, never objects.
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { boundedLabel, codeLabel } from './metricLabels';

/**
 * What this package reports of itself. Made by {@link createMetrics}; whoever has another system of metrics implements
 * it. `resource` is `plural.group` (the plural alone in the core group).
 */
export interface KubeMetrics {
  /** `klutch_cache_objects`: a cache holds so many more, or fewer. Several caches of one resource add up. */
  cacheObjects(resource: string, delta: number): void;
  /** `klutch_cache_restarts_total`: a list or a watch begins anew; the reasons are those of `CacheHealth.restarts`. */
  cacheRestart(resource: string, reason: string): void;
  /** `klutch_cache_list_duration_seconds`: a whole list was taken in, by a streaming list or by pages. */
  cacheListed(
    resource: string,
    mode: 'stream' | 'pages',
    seconds: number,
  ): void;
  /**
   * `klutch_cache_last_event_age_seconds`: asked at each scrape for the seconds since the server last said something;
   * undefined when it never did. Of several caches of a resource the oldest counts. Returns how to end that.
   */
  cacheAge(resource: string, age: () => number | undefined): () => void;
  /** `klutch_queue_depth`: keys that are due and wait. */
  queueDepth(controller: string, depth: number): void;
  /** `klutch_queue_wait_seconds`: time between a key becoming due and its reconcile. */
  queueWaited(controller: string, priority: string, seconds: number): void;
  /** `klutch_queue_retries_total`: a key goes back after a failure. */
  queueRetry(controller: string): void;
  /** `klutch_reconcile_duration_seconds`: a reconcile has ended. */
  reconciled(
    controller: string,
    result: 'success' | 'error',
    seconds: number,
  ): void;
  /** `klutch_controller_function_errors_total`: a function that a controller was given threw. */
  functionFailed(controller: string, name: 'key' | 'priority' | 'group'): void;
  /** `klutch_request_duration_seconds`: an API server has answered with this status; code 0 when there was no answer. */
  requested(verb: string, code: number, seconds: number): void;
  /** `klutch_request_throttled_seconds`: a request was held back by the rate limiter. */
  throttled(seconds: number): void;
  /** `klutch_leader`: whether this process holds the lease, given as `namespace/name`. */
  leading(lease: string, isLeader: boolean): void;
}

/**
 * From a millisecond (a change handed on) to a minute (a queue that is behind). The targets of this project, 5, 100 and
 * 500 ms, are bounds, so that quantiles near them are exact.
 */
const buckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  60,
];

/** Generous bounds: more of these in one process are no product of bindings but of a defect or of an attack. */
const limits = {
  resources: 500,
  reasons: 50,
  controllers: 500,
  verbs: 20,
  leases: 20,
};

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
    help: 'Keys put back after a failure',
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
    help: 'Functions given to a controller that threw: key, priority or group',
    labelNames: ['controller', 'function'],
    registers,
  });
  return {
    queueDepth: (controller, count) =>
      depth.set({ controller: controllerLabel(controller) }, count),
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
    help: 'Time until an API server answered',
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
 * @throws Error when they are registered there already: call it once a registry
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
 * Registers prom-client's own metrics of the process: event-loop lag (`nodejs_eventloop_lag_p99_seconds` and others),
 * heap, garbage collection, CPU, memory and file descriptors. Once a process and only by the program itself: a library
 * or a plugin shares its process with others.
 */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}
