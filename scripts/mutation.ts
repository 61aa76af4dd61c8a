// `npm run mutation`: mutates pure functions with Stryker; the tests beside the functions must fail.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArguments } from './lib/readArguments';
import { bin, root } from './lib/root';
import { printHeading, run, stopWithParent } from './lib/run';
import { mutatedFiles, type MutatedFiles } from './mutation/mutatedFiles';
import { reportOf, strykerOptions } from './mutation/strykerOptions';

const HELP = `Usage: npm run mutation [-- package...]

Mutates the pure functions listed in scripts/mutation/mutatedFiles.ts, and fails where the tests notice fewer mutants
than the package's threshold. Mutants of unchanged files and tests are not run again. Default: all packages.

Packages: ${Object.keys(mutatedFiles).join(', ')}.
Reports: .cache/mutation/*.html
`;

/** Runs Stryker for one package; resolves with whether the package reaches its threshold. */
async function mutate(folder: string, files: MutatedFiles): Promise<boolean> {
  printHeading(folder);
  const config = `${reportOf(folder)}.config.json`;
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, JSON.stringify(strykerOptions(folder, files)));
  return run(bin('stryker'), ['run', config], { cwd: join(root, folder) });
}

async function main(): Promise<void> {
  const wanted = readArguments(
    HELP,
    'mutated package',
    folder => folder in mutatedFiles,
  );
  const below: string[] = [];
  for (const [folder, files] of Object.entries(mutatedFiles)) {
    if (wanted.length > 0 && !wanted.includes(folder)) continue;
    if (!(await mutate(folder, files))) below.push(folder);
  }
  process.stdout.write(
    below.length === 0
      ? '\nAll packages reach their thresholds.\n'
      : `\nBelow the threshold: ${below.join(', ')}. The reports in .cache/mutation show the surviving mutants.\n`,
  );
  process.exitCode = below.length === 0 ? 0 : 1;
}

stopWithParent();
main().then(() => process.exit());
