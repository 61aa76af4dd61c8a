// Prints CRDs as YAML: `yarn crds <set>`.
import {
  appClusterCrds,
  controlPlaneCrds,
  controlPlaneModeCrds,
  crdsToYaml,
} from '../src/crds';

const sets = new Map([
  ['control-plane', controlPlaneCrds],
  ['control-plane-mode', [...controlPlaneCrds, ...controlPlaneModeCrds]],
  ['app-cluster', appClusterCrds],
]);

const set = sets.get(process.argv[2] ?? '');
if (set) {
  process.stdout.write(crdsToYaml(set));
} else {
  process.stderr.write(
    `Unknown or missing set of CRDs. Pass one of: ${[...sets.keys()].join(', ')}.\n`,
  );
  process.exitCode = 1;
}
