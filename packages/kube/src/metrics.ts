// Figures for Prometheus. Labels are bounded: controllers, resources, verbs and reasons, never objects.
import { collectDefaultMetrics, Registry } from 'prom-client';
import { cacheMetrics } from './metricFamilies/cacheMetrics';
import { controllerMetrics } from './metricFamilies/controllerMetrics';
import { leaseMetrics } from './metricFamilies/leaseMetrics';
import { requestMetrics } from './metricFamilies/requestMetrics';

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
  /** `klutch_queue_depth`: so many keys more, or fewer, are due and wait. Several controllers of one name add up. */
  queueDepth(controller: string, delta: number): void;
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
  /** `klutch_controller_function_errors_total`: a function that a controller was given threw, or answered with something of no use. */
  functionFailed(
    controller: string,
    name: 'key' | 'priority' | 'group' | 'resyncKeys',
  ): void;
  /** `klutch_request_duration_seconds`: an API server has answered with this status; code 0 when there was no answer. */
  requested(verb: string, code: number, seconds: number): void;
  /** `klutch_request_throttled_seconds`: a request was held back by the rate limiter. */
  throttled(seconds: number): void;
  /** `klutch_leader`: whether this process holds the lease, given as `namespace/name`. */
  leading(lease: string, isLeader: boolean): void;
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
