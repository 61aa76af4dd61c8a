// What clients, caches, controllers and leader electors report.

/**
 * The metrics of this package. `createMetrics` makes them for prom-client; implement this interface for another
 * system. `resource` is `plural.group` (the plural alone in the core group).
 */
export interface KubeMetrics {
  /**
   * `klutch_cache_objects`: the number of objects in a cache changed by `delta`. Several caches of one resource add up.
   */
  cacheObjects(resource: string, delta: number): void;
  /**
   * `klutch_cache_restarts_total`: a list or a watch was restarted; the reasons are those of `CacheHealth.restarts`.
   */
  cacheRestart(resource: string, reason: string): void;
  /** `klutch_cache_list_duration_seconds`: a whole list was stored, read by a streaming list or in pages. */
  cacheListed(
    resource: string,
    mode: 'stream' | 'pages',
    seconds: number,
  ): void;
  /**
   * `klutch_cache_last_event_age_seconds`: `age` is called at each scrape and returns the seconds since the server
   * last sent something, or undefined when it never did. Of several caches of one resource the oldest counts. Returns
   * a function that removes `age`.
   */
  cacheAge(resource: string, age: () => number | undefined): () => void;
  /**
   * `klutch_queue_depth`: the number of keys that are due and wait changed by `delta`. Several controllers of one
   * name add up.
   */
  queueDepth(controller: string, delta: number): void;
  /** `klutch_queue_wait_seconds`: time between a key becoming due and its reconcile. */
  queueWaited(controller: string, priority: string, seconds: number): void;
  /** `klutch_queue_retries_total`: a key is retried after a failure. */
  queueRetry(controller: string): void;
  /** `klutch_reconcile_duration_seconds`: a reconcile has ended. */
  reconciled(
    controller: string,
    result: 'success' | 'error',
    seconds: number,
  ): void;
  /**
   * `klutch_controller_function_errors_total`: a function passed to a controller threw.
   */
  functionFailed(
    controller: string,
    name: 'key' | 'group' | 'resync.keys',
  ): void;
  /** `klutch_request_duration_seconds`: an API server responded with this status; code 0 when there was no response. */
  requested(verb: string, code: number, seconds: number): void;
  /** `klutch_request_throttled_seconds`: a request waited for the rate limiter. */
  throttled(seconds: number): void;
  /** `klutch_leader`: whether this process holds the lease, given as `namespace/name`. */
  leading(lease: string, isLeader: boolean): void;
}
