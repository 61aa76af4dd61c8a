// `npm run mutants`: applies known defects; the tests that they name must fail.
import { stopWithParent } from './lib/run';
import { checkMutants } from './mutants/checkMutants';
import { mutantsOf, mutantFolders } from './mutants/mutantFiles';

const HELP = `Usage: npm run mutants [-- folder[/mutant]...]

Puts each defect of test/mutants into a copy of the tree and runs the test that it names.
The test must pass without the defect and fail with it. Default: all.

Folders: ${mutantFolders().join(', ')}.
Examples: npm run mutants -- binding-backend
          npm run mutants -- binding-backend/b3-id-token-signature-not-verified
`;

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  if (wanted.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const unknown = wanted.find(name => mutantsOf(name).length === 0);
  if (unknown) {
    process.stderr.write(`There is no mutant "${unknown}".\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  const { passed, failed } = await checkMutants(wanted);
  process.stdout.write(`\n${passed} caught, ${failed} missed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

stopWithParent();
main().then(() => process.exit());
