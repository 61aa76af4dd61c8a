// Whether the defects of `test/mutants` can still be put in: quick, where running their tests is not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Counts, countOf } from '../lib/counts';
import { root } from '../lib/root';
import { printHeading } from '../lib/run';
import { applyEdits } from './applyEdits';
import { type Mutant, mutantsOf } from './mutantFiles';

function problemOf(mutant: Mutant): string | undefined {
  const test = join(mutant.package, mutant.testFile);
  if (!existsSync(join(root, test)))
    return `${mutant.name}: there is no ${test}.`;
  try {
    applyEdits(mutant);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Changes nothing. */
export async function checkEdits(): Promise<Counts> {
  printHeading('mutants apply');
  const problems = mutantsOf().flatMap(mutant => problemOf(mutant) ?? []);
  for (const problem of problems) {
    process.stdout.write(
      `${problem} Bring the mutant up to date, and see by \`npm run mutants\` that its test notices it.\n`,
    );
  }
  return countOf(problems.length === 0);
}
