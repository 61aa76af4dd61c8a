// Checks that the defects of `test/mutants` can still be applied, and that their tests exist; does not run the tests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root';
import { printHeading } from '../lib/run';
import { Counts, countOf } from '../lib/runTests';
import { applyEdits } from './applyEdits';
import { hasTest } from './hasTest';
import { type Mutant, mutantsOf } from './mutantFiles';

function problemOf(mutant: Mutant): string | undefined {
  const test = join(mutant.package, mutant.testFile);
  const path = join(root, test);
  if (!existsSync(path)) return `${mutant.name}: there is no ${test}.`;
  if (!hasTest(readFileSync(path, 'utf8'), mutant.testName))
    return `${mutant.name}: ${test} has no test "${mutant.testName}".`;
  try {
    applyEdits(mutant);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Checks all mutants without changing a file. */
export async function checkMutantsApply(): Promise<Counts> {
  printHeading('mutants apply');
  const problems = mutantsOf().flatMap(mutant => problemOf(mutant) ?? []);
  for (const problem of problems) {
    process.stdout.write(
      `${problem} Update the mutant, and check with \`npm run mutants\` that its test detects the defect.\n`,
    );
  }
  return countOf(problems.length === 0);
}
