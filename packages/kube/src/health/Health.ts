// What a probe asks a process: does it move, and is it of use.

/** One thing that is looked at. */
export interface HealthCheck {
  /** For people, for example `cache secrets`. */
  name: string;
  /** In words why it is not well; undefined when it is. Answers at once and asks nobody. One that throws, or answers with something else, is a problem. */
  problem(): string | undefined;
  /** What somebody should look at, in words; shown although the probe passes. */
  note?(): string | undefined;
}

/** What a check found. */
export interface HealthCheckResult {
  /** The name of the check; several may have the same one. */
  name: string;
  /** In words why it is not well; undefined when it is. */
  problem?: string;
  /** What somebody should look at although the probe passes, in words. */
  note?: string;
}

/** What was found. */
export interface HealthReport {
  /** Whether everything is well. */
  ok: boolean;
  /** All that was looked at, in the order of the checks. */
  results: readonly HealthCheckResult[];
}

/** The two questions of a kubelet. */
export interface Health {
  /** The event loop moves, and so do the things that must. When not ok: restart the process. */
  live(): HealthReport;
  /** Everything needed for work is there. When not ok: send nobody. */
  ready(): HealthReport;
  /** Ends the watch over the event loop. */
  close(): void;
}

/**
 * Checks, or what tells them each time: caches and controllers come and go with bindings and terms of a leader. When it
 * throws or gives no list, that is the problem of a check with the name `checks`.
 */
export type HealthChecks =
  readonly HealthCheck[] | (() => readonly HealthCheck[]);

/** What to look at. */
export interface HealthOptions {
  /**
   * What must be well for this process to be of use: caches, a connection. Not who leads: a standby is ready, else a
   * rollout would wait for its leader to go.
   */
  checks?: HealthChecks;
  /** What only a restart mends, besides the event loop: controllers that do not move. Nothing that others can break. */
  liveChecks?: HealthChecks;
  /** The event loop may stand still for so many milliseconds; default 5 000. See `createHealth`. */
  maxEventLoopDelayMs?: number;
  /** Length of the periods the event loop is judged by, in milliseconds; default 10 000. */
  periodMs?: number;
}
