/** Runs checks in parallel, each with a limit of time. */
import { rejectOnAbort } from '@klutch/kube';
import { errorFinding, timeoutFinding } from './errorFinding';
import { checkNames, type CheckName, type Finding } from './Finding';

/** A check that reads facts and judges them. */
export interface Check {
  name: CheckName;
  /** What is checked, for messages when that is impossible. */
  subject: string;
  /** Aborted by the limit of time. */
  run(signal: AbortSignal): Promise<Finding[]>;
}

/** How the checks are run. */
export interface RunChecksOptions {
  /** Limit of each check in milliseconds. */
  timeoutMs: number;
  /** Aborted by Ctrl-C. */
  signal?: AbortSignal;
}

async function runCheck(
  { name, run, subject }: Check,
  { signal: interruption, timeoutMs }: RunChecksOptions,
): Promise<Finding[]> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = interruption
    ? AbortSignal.any([interruption, timeout])
    : timeout;
  try {
    return await rejectOnAbort(run(signal), signal);
  } catch (error) {
    if (interruption?.aborted) throw error;
    if (timeout.aborted) return [timeoutFinding(name, subject)];
    return [errorFinding(name, subject, error)];
  }
}

/**
 * Findings of all checks, in the order of {@link checkNames}.
 *
 * @throws the reason of the signal when it aborts
 */
export async function runChecks(
  checks: readonly Check[],
  options: RunChecksOptions,
): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(check => runCheck(check, options)),
  );
  const rank = ({ check }: Finding) => checkNames.indexOf(check);
  return findings.flat().sort((a, b) => rank(a) - rank(b));
}
