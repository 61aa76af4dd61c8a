// A command made of named steps: all of them, or those asked for; ends with one line `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs';
import { Counts, results } from './counts';
import { printHeading, stopWithParent } from './run';

export type Steps = Record<string, () => Promise<Counts>>;

async function main(command: string, steps: Steps): Promise<void> {
  const help = `Usage: ${command} [-- step...]

Steps, all of them by default: ${Object.keys(steps).join(', ')}.
`;
  const wanted = process.argv.slice(2);
  if (wanted.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  const unknown = wanted.find(name => !(name in steps));
  if (unknown) {
    process.stderr.write(`There is no step "${unknown}".\n\n${help}`);
    process.exitCode = 2;
    return;
  }
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const total: Counts = { passed: 0, failed: 0 };
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = Date.now();
    const counts = await step();
    total.passed += counts.passed;
    total.failed += counts.failed;
    const seconds = Math.round((Date.now() - started) / 1000);
    printHeading(
      `${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`,
    );
  }
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** Runs the command and ends the process. */
export function runSteps(command: string, steps: Steps): void {
  stopWithParent();
  // The channel to the script that started us would keep this process alive.
  main(command, steps).then(() => process.exit());
}
