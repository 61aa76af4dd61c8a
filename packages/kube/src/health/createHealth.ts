// Health: runs the checks for each probe.
import { errorMessage } from '../errors';
import {
  Health,
  HealthCheck,
  HealthCheckResult,
  HealthOptions,
  HealthReport,
} from './Health';

/** Runs a check; a check that throws must not fail the probe handler. */
function runCheck(check: HealthCheck): HealthCheckResult {
  const { name } = check;
  try {
    const problem = check.problem();
    const note = check.note?.();
    return { name, problem, ...(note !== undefined && { note }) };
  } catch (error) {
    return { name, problem: `the check itself failed: ${errorMessage(error)}` };
  }
}

function runChecks(checks: readonly HealthCheck[] = []): HealthReport {
  const results = checks.map(runCheck);
  return {
    ok: results.every(({ problem }) => problem === undefined),
    results,
  };
}

/**
 * Combines the checks of a process into its two probes. A process whose event loop is blocked answers no probe, so that
 * the kubelet's timeout detects the block.
 */
export function createHealth(options: HealthOptions): Health {
  return {
    live: () => runChecks(options.liveChecks),
    ready: () => runChecks(options.checks),
  };
}
