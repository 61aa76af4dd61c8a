// Liveness and readiness of a process.

/** One check of a probe. */
export interface HealthCheck {
  /** Name for people, for example `cache secrets`. */
  name: string;
  /**
   * A readable problem; undefined when healthy. Must return at once, without requests. A check that throws is a
   * problem.
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
  /** Whether the controllers make progress. When not ok: restart the process. */
  live(): HealthReport;
  /** Whether everything needed for work is available. When not ok: send no requests. */
  ready(): HealthReport;
}

/** Options of health checks. */
export interface HealthOptions {
  /**
   * Checks of readiness: caches, a connection. Leadership is not one of them: a standby is ready, otherwise a rollout
   * would wait for its leader to stop.
   */
  checks?: readonly HealthCheck[];
  /**
   * Checks of liveness, for failures that only a restart fixes: controllers that make no progress. Include nothing that
   * other systems can break.
   */
  liveChecks?: readonly HealthCheck[];
}
