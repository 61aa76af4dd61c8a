// `npm test`: format, lint, types, API reports, unused code, import cycles, changesets, then all tests, on real clusters and programs.
import { join } from 'node:path';
import { checkChangesets } from './checkChangesets';
import { checkImportCycles } from './checkImportCycles';
import { lazyImports } from './lib/lazyImports';
import { prepareBinaries, prepareSystem } from './lib/prepare';
import { bin, root } from './lib/root';
import { runSteps } from './lib/runSteps';
import { check, cores, jest } from './lib/runTests';
import { successCacheFlags } from './lib/successCache';
import { thriftyServers, withTestClusters } from './lib/testClusters';
import { checkMutantsApply } from './mutants/checkMutantsApply';

const clusterSuites = String.raw`\.cluster\.test\.ts$`;

/** Runs test suites of all packages. */
const suites = (
  name: string,
  selection: string[],
  workers: number,
  env: Record<string, string> = {},
) =>
  jest(
    name,
    [
      'repo',
      'test',
      ...selection,
      `--maxWorkers=${workers}`,
      // Workers above this are restarted and load all libraries again; the CLI's default of 1 GB is reached in 45 s.
      `--workerIdleMemoryLimit=${Math.min(15, Math.floor(80 / workers))}%`,
      ...successCacheFlags(name),
    ],
    { env },
  );

const staticChecks = {
  format: () => check('format', bin('oxfmt'), ['--check', '.']),
  lint: () =>
    check(
      'lint',
      bin('backstage-cli'),
      ['repo', 'lint', '--max-warnings', '0'],
      // Lint takes longest, so its end is not left to one core.
      { BACKSTAGE_CLI_CONCURRENCY: String(cores) },
    ),
  // The native compiler needs a third of the time; docs/adr/0043.
  types: () =>
    check('types', process.execPath, [
      join(root, 'node_modules/typescript-native/bin/tsc'),
      '--noEmit',
      // Each checker checks what all need anew: four of them take twice the processor time, which lint needs.
      '--checkers',
      '1',
      '--pretty',
      'false',
    ]),
  api: () =>
    check('API reports', process.execPath, [
      '--import',
      'tsx',
      join(root, 'scripts/apiReports.ts'),
      '--check',
    ]),
  knip: () => check('knip', bin('knip'), ['--no-config-hints']),
  // Manifests as the registry and `backstage-cli versions` need them.
  manifests: () =>
    check('manifests', bin('backstage-cli'), [
      'repo',
      'fix',
      '--publish',
      '--check',
    ]),
  cycles: checkImportCycles,
  changesets: checkChangesets,
  mutants: checkMutantsApply,
};

runSteps('npm test', [
  { required: true, steps: { system: prepareSystem } },
  { required: true, steps: staticChecks },
  { required: true, steps: { binaries: prepareBinaries } },
  {
    steps: {
      unit: () =>
        // Two workers more than cores, because suites that run databases wait for these: 250 s instead of 266.
        suites(
          'unit',
          [...lazyImports, '--testPathIgnorePatterns', clusterSuites],
          cores + 2,
        ),
    },
  },
  {
    steps: {
      // The browser runs beside them. With one worker more than cores the machine was idle for 30 % of the time, with twice
      // the cores for 14 %. With more, a slow machine keeps processes waiting for longer than the leases of tests last.
      cluster: () =>
        withTestClusters(env =>
          suites(
            'cluster',
            ['--testPathPatterns', clusterSuites],
            2 * cores,
            env,
          ),
        ),
      e2e: () =>
        jest(
          'end to end',
          ['package', 'test', '--watchAll=false', '--runInBand'],
          { cwd: join(root, 'test/e2e'), env: thriftyServers },
        ),
    },
  },
]);
