// Liveness and readiness of a process.

/** One check of a probe. */
export interface HealthCheck {
  /** Name for people, for example `cache secrets`. */
  name: string;
  /**
   * A readable problem; undefined when healthy. Must return at once, without requests. A check that throws or returns
   * something else is a problem.
   */
  problem(): string | undefined;
  /** A hint for operators, shown although the probe passes. */
  note?(): string | undefined;
}

/** Result of a check. */
export interface HealthCheckResult {
  /** The name of the check; not necessarily unique. */
  name: string;
  /** A readable problem; undefined when healthy. */
  problem?: string;
  /** A hint for operators, shown although the probe passes. */
  note?: string;
}

/** Results of a probe. */
export interface HealthReport {
  /** Whether no check has a problem. */
  ok: boolean;
  /** The results in the order of the checks. */
  results: readonly HealthCheckResult[];
}

/** The two probes of a kubelet. */
export interface Health {
  /** Whether the event loop and the controllers make progress. When not ok: restart the process. */
  live(): HealthReport;
  /** Whether everything needed for work is available. When not ok: send no requests. */
  ready(): HealthReport;
  /** Stops monitoring the event loop. */
  close(): void;
}

/**
 * Checks, or a function that returns them for each probe: caches and controllers come and go with bindings and leader
 * terms. When the function throws or returns no list, a check with the name `checks` reports the problem.
 */
export type HealthChecks =
  | readonly HealthCheck[]
  | (() => readonly HealthCheck[]);

/** Options of health checks. */
export interface HealthOptions {
  /**
   * Checks of readiness: caches, a connection. Leadership is not one of them: a standby is ready, otherwise a rollout
   * would wait for its leader to stop.
   */
  checks?: HealthChecks;
  /**
   * Checks of liveness besides the event loop, for failures that only a restart fixes: controllers that make no
   * progress. Include nothing that other systems can break.
   */
  liveChecks?: HealthChecks;
  /** Longest block of the event loop, in milliseconds; default 5 000. See `createHealth`. */
  maxEventLoopDelayMs?: number;
  /** Length of the periods in which the event loop is measured, in milliseconds; default 10 000. */
  periodMs?: number;
}
