// Prints CRDs as YAML: `yarn crds <set>`.
import {
  appClusterCrds,
  controlPlaneCrds,
  controlPlaneModeCrds,
} from '../src/crds';
import { toYaml } from '../src/toYaml';

const sets = new Map([
  ['control-plane', controlPlaneCrds],
  ['control-plane-mode', [...controlPlaneCrds, ...controlPlaneModeCrds]],
  ['app-cluster', appClusterCrds],
]);

const set = sets.get(process.argv[2] ?? '');
if (set) {
  process.stdout.write(toYaml(set));
} else {
  process.stderr.write(
    `Unknown or missing set of CRDs. Pass one of: ${[...sets.keys()].join(', ')}.\n`,
  );
  process.exitCode = 1;
}
