// Health: checks, asked when a probe comes.
import { EventLoopWatch } from './EventLoopWatch';
import {
  Health,
  HealthCheck,
  HealthChecks,
  HealthOptions,
  HealthReport,
} from './Health';

const failed = (error: unknown): string =>
  `the check itself failed: ${error instanceof Error ? error.message : 'unknown error'}`;

/**
 * What was asked for must be there at once: nobody waits for a promise while a probe is open, and its rejection would
 * end the process.
 */
function present<T>(answer: T): T {
  if (answer instanceof Promise) {
    answer.catch(() => undefined);
    throw new Error(
      'it answered with a promise. Let it look at what is known already.',
    );
  }
  return answer;
}

/** A check must not take the probe down with it. */
function problemOf(check: HealthCheck): string | undefined {
  try {
    return present(check.problem());
  } catch (error) {
    return failed(error);
  }
}

function listOf(checks: HealthChecks = []): readonly HealthCheck[] {
  if (typeof checks !== 'function') return checks;
  try {
    return present(checks());
  } catch (error) {
    return [{ name: 'checks', problem: () => failed(error) }];
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
    live: () => report([eventLoop, ...listOf(options.liveChecks)]),
    ready: () => report(listOf(options.checks)),
    close: () => loop.close(),
  };
}
