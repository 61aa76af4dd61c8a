// Health: checks, asked when a probe comes.
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

/** In words, whatever was thrown: even to read that may fail. */
function failureMessage(error: unknown): string {
  let message: unknown;
  try {
    message = error instanceof Error ? error.message : undefined;
  } catch {
    message = undefined;
  }
  return `the check itself failed: ${typeof message === 'string' ? message : 'unknown error'}`;
}

function nameOf(check: HealthCheck): string {
  try {
    const { name } = check;
    return typeof name === 'string' ? name : 'without a name';
  } catch {
    return 'without a name';
  }
}

/** A check must not take the probe down with it. */
function problemOf(check: HealthCheck): string | undefined {
  try {
    const problem: unknown = requireSynchronous(check.problem());
    if (problem === undefined || typeof problem === 'string') return problem;
    throw new TypeError(
      `it answered with ${typeof problem}. Let it answer with words, or with undefined when all is well.`,
    );
  } catch (error) {
    return failureMessage(error);
  }
}

/** A note that throws, or is no text, counts as none: it must not fail the probe. */
function noteOf(check: HealthCheck): string | undefined {
  try {
    const note: unknown = check.note && requireSynchronous(check.note());
    return typeof note === 'string' ? note : undefined;
  } catch {
    return undefined;
  }
}

function runCheck(check: HealthCheck): HealthCheckResult {
  const note = noteOf(check);
  return {
    name: nameOf(check),
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
      throw new TypeError(`it gave ${typeof list}. Let it give a list.`);
    }
    // A copy has no holes, which are passed by in silence.
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
 * Watches over a process until it is closed. It is live unless its event loop stood still for longer than
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
