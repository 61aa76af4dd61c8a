// Runs a check or test suites, and counts what passed and failed.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bin, root } from './root';
import { run, printHeading } from './run';
import { slowestSuites, type SuiteTimes } from './slowestSuites';

/** Folder for the reports of a run; emptied at its start. */
export const results = join(root, 'test-results');

/** Number of test suites that run concurrently without waiting for a processor. */
export const cores = Math.max(2, availableParallelism());

export interface Counts {
  passed: number;
  failed: number;
}

/** Counts of a single check. */
export const countOf = (ok: boolean): Counts =>
  ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** Runs a program as a single check, and prints its output when it fails. */
export async function check(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Counts> {
  const log = join(results, `${name.replaceAll(' ', '-')}.log`);
  const ok = await run(command, args, { log, env });
  if (!ok) printHeading(`${name} FAILED\n${readFileSync(log, 'utf8')}`);
  return countOf(ok);
}

/** Fewer collections of short-lived objects, which were a tenth of the processor time. */
const NODE_OPTIONS = '--max-old-space-size=4096 --max-semi-space-size=64';

/** Runs jest and reads the counts from its report; a suite that could not run counts as one failure. */
export async function jest(
  name: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Counts> {
  printHeading(name);
  const report = join(results, `${name.replaceAll(' ', '-')}.json`);
  const ok = await run(
    bin('backstage-cli'),
    [
      ...args,
      // For all packages; their own configuration has no place for it.
      `--resolver=${join(root, 'scripts/jest/resolver.cjs')}`,
      '--json',
      `--outputFile=${report}`,
    ],
    {
      cwd: options.cwd,
      env: { NODE_OPTIONS, ...options.env },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const parsed: {
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
  } & SuiteTimes = JSON.parse(readFileSync(report, 'utf8'));
  printHeading(`${name}: slowest suites\n${slowestSuites(parsed, 20)}`);
  const failed = parsed.numFailedTests + parsed.numRuntimeErrorTestSuites;
  return {
    passed: parsed.numPassedTests,
    failed: failed === 0 && !ok ? 1 : failed,
  };
}
