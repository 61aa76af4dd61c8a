// Health: checks, asked when a probe comes.
import { EventLoopWatch } from './EventLoopWatch';
import {
  Health,
  HealthCheck,
  HealthChecks,
  HealthOptions,
  HealthReport,
} from './Health';

/** A check must not take the probe down with it. */
function problemOf(check: HealthCheck): string | undefined {
  try {
    return check.problem();
  } catch (error) {
    return `the check itself failed: ${error instanceof Error ? error.message : 'unknown error'}`;
  }
}

function report(checks: readonly HealthCheck[]): HealthReport {
  const problems: Record<string, string> = {};
  for (const check of checks) {
    const problem = problemOf(check);
    if (problem !== undefined) problems[check.name] = problem;
  }
  return {
    ok: Object.keys(problems).length === 0,
    problems,
    checked: checks.map(({ name }) => name),
  };
}

const present = (checks: HealthChecks = []): readonly HealthCheck[] =>
  typeof checks === 'function' ? checks() : checks;

/**
 * Watches over a process until it is closed. It is live unless its event loop stood still for longer than
 * `maxEventLoopDelayMs` in each of the last three periods, or one of `liveChecks` has a problem.
 */
export function createHealth(options: HealthOptions): Health {
  const loop = new EventLoopWatch(
    options.maxEventLoopDelayMs ?? 5_000,
    options.periodMs ?? 10_000,
  );
  const eventLoop = { name: 'event loop', problem: () => loop.problem() };
  return {
    live: () => report([eventLoop, ...present(options.liveChecks)]),
    ready: () => report(present(options.checks)),
    close: () => loop.close(),
  };
}
