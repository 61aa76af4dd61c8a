// `npm test`: format, lint, types, API reports, then every test, on real parts.
import { join } from 'node:path';
import { check, jest } from './lib/counts';
import { prepareBinaries, prepareSystem } from './lib/prepare';
import { bin, root } from './lib/root';
import { runSteps } from './lib/runSteps';
import { checkEdits } from './mutants/checkEdits';

runSteps('npm test', {
  system: prepareSystem,
  format: () => check('format', bin('prettier'), ['--check', '.']),
  lint: () =>
    check('lint', bin('backstage-cli'), [
      'repo',
      'lint',
      '--max-warnings',
      '0',
    ]),
  types: () => check('types', bin('tsc'), ['--pretty', 'false']),
  api: () =>
    check('API reports', process.execPath, [
      '--import',
      'tsx',
      join(root, 'scripts/apiReports.ts'),
      '--check',
    ]),
  mutants: checkEdits,
  binaries: prepareBinaries,
  jest: () => jest('unit and integration', ['repo', 'test', '--maxWorkers=2']),
  e2e: () =>
    jest('end to end', ['package', 'test', '--watchAll=false', '--runInBand'], {
      cwd: join(root, 'test/e2e'),
    }),
});
