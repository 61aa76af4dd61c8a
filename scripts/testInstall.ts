// `npm run test:install`: packs the packages, and installs them into apps of Backstage's generator.
import { installPackages, packPackages } from './lib/installSteps';
import { prepareBinaries, prepareSystem } from './lib/prepare';
import { runSteps } from './lib/runSteps';

runSteps('npm run test:install', [
  {
    required: true,
    steps: { system: prepareSystem, binaries: prepareBinaries },
  },
  { required: true, steps: { pack: packPackages } },
  { steps: { new: () => installPackages('new') } },
  { steps: { classic: () => installPackages('classic') } },
]);
