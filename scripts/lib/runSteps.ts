// A command that runs all of its named steps, or those in its arguments, and ends with `N passed, N failed in T`.
import { mkdirSync, rmSync } from 'node:fs';
import { readArguments } from './readArguments';
import { printHeading, stopWithParent } from './run';
import { Counts, results } from './runTests';

export type Steps = Record<string, () => Promise<Counts>>;

/** Steps that run concurrently. */
export interface Stage {
  steps: Steps;
  /** Whether later stages are skipped when a step of this stage fails. */
  required?: boolean;
}

const seconds = (since: number) => Math.round((Date.now() - since) / 1000);

async function runStage(
  { steps }: Stage,
  isWanted: (name: string) => boolean,
): Promise<Counts> {
  const total: Counts = { passed: 0, failed: 0 };
  const runs = Object.entries(steps)
    .filter(([name]) => isWanted(name))
    .map(async ([name, step]) => {
      const started = Date.now();
      const { passed, failed } = await step();
      total.passed += passed;
      total.failed += failed;
      printHeading(
        `${name}: ${passed} passed, ${failed} failed in ${seconds(started)} s`,
      );
    });
  await Promise.all(runs);
  return total;
}

async function main(command: string, stages: Stage[]): Promise<void> {
  const names = stages.flatMap(({ steps }) => Object.keys(steps));
  const help = `Usage: ${command} [-- step...]

Steps, all of them by default: ${names.join(', ')}.
`;
  const wanted = readArguments(help, 'step', name => names.includes(name));
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const started = Date.now();
  const total: Counts = { passed: 0, failed: 0 };
  for (const stage of stages) {
    const counts = await runStage(
      stage,
      name => wanted.length === 0 || wanted.includes(name),
    );
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (stage.required && counts.failed > 0) break;
  }
  process.stdout.write(
    `\n${total.passed} passed, ${total.failed} failed in ${seconds(started)} s\n`,
  );
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** Runs the command and ends the process. */
export function runSteps(command: string, stages: Stage[]): void {
  stopWithParent();
  // The IPC channel to the parent would keep this process alive.
  main(command, stages).then(() => process.exit());
}
