// `npm run test:long`: tests that take too long for `npm test`.
import { join } from 'node:path';
import { installPackages, packPackages } from './lib/installSteps';
import { longTests } from './lib/longTests';
import {
  prepareBinaries,
  prepareKeycloak,
  prepareServices,
  prepareSystem,
} from './lib/prepare';
import { printHeading } from './lib/run';
import { root } from './lib/root';
import { runSteps } from './lib/runSteps';
import { type Counts, cores, jest } from './lib/runTests';
import { runMutants } from './mutants/runMutants';

async function runLongTests(): Promise<Counts> {
  const files = longTests();
  printHeading(`long runs:\n${files.join('\n') || 'none'}`);
  if (files.length === 0) return { passed: 0, failed: 0 };
  return jest(
    'long runs',
    ['repo', 'test', `--maxWorkers=${cores}`, ...files],
    { env: { KLUTCH_LONG: '1' } },
  );
}

/** The suites of the Crossplane package on Crossplane 2, with the snapshots of Crossplane 1. */
const runCrossplane2 = (): Promise<Counts> =>
  jest(
    'Crossplane 2',
    ['repo', 'test', `--maxWorkers=${cores}`, 'crossplane/src/.*cluster'],
    { env: { KLUTCH_TEST_CROSSPLANE: '2' } },
  );

/** Every page in a browser, and the longer journeys. */
const runBrowser = (): Promise<Counts> =>
  jest('browser', ['package', 'test', '--watchAll=false', '--runInBand'], {
    cwd: join(root, 'test/e2e'),
    env: { KLUTCH_LONG: '1' },
  });

runSteps('npm run test:long', [
  { required: true, steps: { binaries: prepareBinaries } },
  { steps: { keycloak: prepareKeycloak } },
  { steps: { services: prepareServices, system: prepareSystem } },
  { steps: { jest: runLongTests } },
  { steps: { 'Crossplane 2': runCrossplane2 } },
  { steps: { browser: runBrowser } },
  { steps: { pack: packPackages } },
  { steps: { 'new app': () => installPackages('new') } },
  { steps: { 'classic app': () => installPackages('classic') } },
  { steps: { mutants: () => runMutants() } },
]);
