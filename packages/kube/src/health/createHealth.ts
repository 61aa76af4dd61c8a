// Health: runs the checks for each probe.
import { requireSynchronous } from '../requireSynchronous';
import { EventLoopMonitor } from './EventLoopMonitor';
import {
  Health,
  HealthCheck,
  HealthChecks,
  HealthCheckResult,
  HealthOptions,
  HealthReport,
} from './Health';

/** A text of a check; undefined when it is none, or when reading it throws. */
function textOf(read: () => unknown): string | undefined {
  try {
    const text = read();
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

const failureMessage = (error: unknown): string => {
  const message = textOf(() => error instanceof Error && error.message);
  return `the check itself failed: ${message ?? 'unknown error'}`;
};

/** Runs a check; a check that throws must not fail the probe handler. */
function problemOf(check: HealthCheck): string | undefined {
  try {
    const problem: unknown = requireSynchronous(check.problem());
    if (problem === undefined || typeof problem === 'string') return problem;
    throw new TypeError(
      `the check returned ${typeof problem}. Return a message, or undefined when healthy.`,
    );
  } catch (error) {
    return failureMessage(error);
  }
}

function runCheck(check: HealthCheck): HealthCheckResult {
  // A note that cannot be read is left out, because it must not fail the probe.
  const note = textOf(() => check.note && requireSynchronous(check.note()));
  return {
    name: textOf(() => check.name) ?? 'without a name',
    problem: problemOf(check),
    ...(note !== undefined && { note }),
  };
}

function runChecks(checks: HealthChecks = []): HealthCheckResult[] {
  try {
    const list: unknown = requireSynchronous(
      typeof checks === 'function' ? checks() : checks,
    );
    if (!Array.isArray(list)) {
      throw new TypeError(
        `the function returned ${typeof list}. Return a list of checks.`,
      );
    }
    // The copy has no holes, which `map` would skip silently.
    return [...list].map(runCheck);
  } catch (error) {
    return [{ name: 'checks', problem: failureMessage(error) }];
  }
}

const report = (results: HealthCheckResult[]): HealthReport => ({
  ok: results.every(({ problem }) => problem === undefined),
  results,
});

/**
 * Monitors a process until it is closed. The process is live unless its event loop was blocked for longer than
 * `maxEventLoopDelayMs` in each of the last three periods, or one of `liveChecks` has a problem.
 * @throws RangeError when `periodMs` is not from 20 ms to 24 days, or `maxEventLoopDelayMs` not from 1 ms to 24 days
 */
export function createHealth(options: HealthOptions): Health {
  const loop = new EventLoopMonitor(
    options.maxEventLoopDelayMs ?? 5_000,
    options.periodMs ?? 10_000,
  );
  const eventLoop = { name: 'event loop', problem: () => loop.problem() };
  return {
    live: () =>
      report([...runChecks([eventLoop]), ...runChecks(options.liveChecks)]),
    ready: () => report(runChecks(options.checks)),
    close: () => loop.close(),
  };
}
