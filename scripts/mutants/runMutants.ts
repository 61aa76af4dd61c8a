// Runs the tests of mutants, without and with the defect.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin } from '../lib/root';
import { run } from '../lib/run';
import { Counts } from '../lib/runTests';
import { applyEdits } from './applyEdits';
import { Mutant, mutantsOf } from './mutantFiles';
import { copyTree, TreeCopy } from './treeCopy';

/** `broken`: no test of that name ran, so the result proves nothing. */
type Outcome = 'passes' | 'fails' | 'broken';

interface JestReport {
  testResults: {
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Limited, because a defect may leave a process that never ends. */
const testTimeoutMs = 10 * 60_000;

const escapeRegExp = (text: string) =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The copy of the tree in which tests run, and the folder for their output. */
interface MutantRun {
  tree: TreeCopy;
  logs: string;
}

/** Runs the tests of mutants in one test file; the outcomes are in the order of the mutants. */
async function outcomesOf(
  mutants: Mutant[],
  { tree, logs }: MutantRun,
  kind: 'without' | 'with',
): Promise<Outcome[]> {
  const [first] = mutants;
  if (!first) return [];
  const file = join(logs, `${first.name.replaceAll('/', '-')}-${kind}`);
  const report = `${file}.json`;
  await run(
    bin('backstage-cli'),
    [
      'package',
      'test',
      '--watchAll=false',
      first.testFile,
      '-t',
      mutants.map(({ testName }) => escapeRegExp(testName)).join('|'),
      '--json',
      `--outputFile=${report}`,
    ],
    {
      cwd: join(tree.folder, first.package),
      // Some defects are found by tests that `npm test` leaves out.
      env: { KLUTCH_LONG: '1' },
      log: `${file}.log`,
      timeoutMs: testTimeoutMs,
    },
  );
  if (!existsSync(report)) return mutants.map(() => 'broken');
  const { testResults }: JestReport = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return mutants.map(({ testName }) => {
    const statuses = tests
      .filter(({ fullName }) => fullName.includes(testName))
      .map(({ status }) => status);
    if (statuses.includes('failed')) return 'fails';
    return statuses.includes('passed') ? 'passes' : 'broken';
  });
}

/** Groups mutants by test file. */
function byTestFile(mutants: Mutant[]): Mutant[][] {
  const groups = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const file = `${mutant.package}/${mutant.testFile}`;
    groups.set(file, [...(groups.get(file) ?? []), mutant]);
  }
  return [...groups.values()];
}

/** The outcome with the defect applied; restores the copy afterwards. */
async function outcomeWith(
  mutant: Mutant,
  mutantRun: MutantRun,
): Promise<Outcome> {
  const { tree } = mutantRun;
  try {
    const files = applyEdits(mutant);
    tree.write(files);
    const [outcome = 'broken'] = await outcomesOf([mutant], mutantRun, 'with');
    tree.restore(files);
    return outcome;
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
    return 'broken';
  }
}

const outcomeText: Record<Outcome, string> = {
  passes: 'passes',
  fails: 'fails',
  broken: 'does not run',
};

/** Number of mutants that are checked concurrently, each in a separate copy. */
const concurrency = Math.min(2, availableParallelism());

/**
 * Applies each defect to a copy of the tree; its test must pass before and fail afterwards. The output of the tests is
 * kept in a folder of this run when a mutant is not detected.
 * @param wanted - folders of `test/mutants` or `folder/mutant`; default: all
 */
export async function runMutants(wanted: string[] = []): Promise<Counts> {
  const mutants =
    wanted.length === 0 ? mutantsOf() : wanted.flatMap(name => mutantsOf(name));
  const logs = mkdtempSync(join(tmpdir(), 'klutch-mutants-'));
  const counts: Counts = { passed: 0, failed: 0 };
  const trees = Array.from({ length: concurrency }, copyTree);
  const removeTrees = () => trees.forEach(tree => tree.remove());
  // Also when a signal ends this process.
  process.once('exit', removeTrees);
  const groups = byTestFile(mutants);

  async function checkGroup(
    group: Mutant[],
    mutantRun: MutantRun,
  ): Promise<void> {
    const baseline = await outcomesOf(group, mutantRun, 'without');
    for (const [index, mutant] of group.entries()) {
      const before = baseline[index] ?? 'broken';
      const after = await outcomeWith(mutant, mutantRun);
      const good = before === 'passes' && after === 'fails';
      process.stdout.write(
        `${good ? 'caught' : 'MISSED'} ${mutant.name}: the test ${outcomeText[before]} without the defect and ${outcomeText[after]} with it\n`,
      );
      counts[good ? 'passed' : 'failed'] += 1;
    }
  }

  async function worker(tree: TreeCopy): Promise<void> {
    for (let group = groups.shift(); group; group = groups.shift()) {
      await checkGroup(group, { tree, logs });
    }
  }

  try {
    await Promise.all(trees.map(worker));
  } finally {
    process.off('exit', removeTrees);
    removeTrees();
  }
  if (counts.failed === 0) rmSync(logs, { recursive: true, force: true });
  else process.stdout.write(`Output of the tests: ${logs}\n`);
  return counts;
}
