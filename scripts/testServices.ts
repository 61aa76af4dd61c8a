// `npm run test:services`: each data service in a sandbox, used by its own client.
import { join } from 'node:path';
import { prepareBinaries, prepareServices, prepareSystem } from './lib/prepare';
import { root } from './lib/root';
import { runSteps } from './lib/runSteps';
import { jest } from './lib/runTests';

runSteps('npm run test:services', [
  {
    required: true,
    steps: {
      system: prepareSystem,
      binaries: prepareBinaries,
      services: prepareServices,
    },
  },
  {
    steps: {
      services: async () => {
        const counts = await jest(
          'data services',
          [
            'package',
            'test',
            '--watchAll=false',
            '--runInBand',
            '--testNamePattern=used by its own client',
          ],
          { cwd: join(root, 'test/e2e'), env: { KLUTCH_LONG: '1' } },
        );
        // A test that has another name now must not pass by not running.
        return counts.passed === 0 ? { ...counts, failed: 1 } : counts;
      },
    },
  },
]);
