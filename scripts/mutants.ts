// `npm run mutants`: applies known defects; the tests that they name must fail.
import { readArguments } from './lib/readArguments';
import { stopWithParent } from './lib/run';
import { runMutants } from './mutants/runMutants';
import { mutantsOf, mutantFolders } from './mutants/mutantFiles';

const HELP = `Usage: npm run mutants [-- folder[/mutant]...]

Puts each defect of test/mutants into a copy of the tree and runs the test that it names.
The test must pass without the defect and fail with it. Default: all.

Folders: ${mutantFolders().join(', ')}.
Examples: npm run mutants -- binding-backend
          npm run mutants -- binding-backend/b3-id-token-signature-not-verified
`;

async function main(): Promise<void> {
  const wanted = readArguments(
    HELP,
    'mutant',
    name => mutantsOf(name).length > 0,
  );
  const { passed, failed } = await runMutants(wanted);
  process.stdout.write(`\n${passed} caught, ${failed} missed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

stopWithParent();
main().then(() => process.exit());
