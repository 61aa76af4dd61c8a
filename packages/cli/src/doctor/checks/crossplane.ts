/** Problems of Crossplane. Pure. */
import type { ControlPlaneHealth, Problem } from '@klutch/control-plane-health';
import { failed, ok, warning, type Finding } from '../Finding';

const maximumShown = 20;

const problemFinding = ({
  message,
  object: { kind, name, namespace },
  remedy,
  severity,
}: Problem): Finding => {
  const path = namespace ? `${namespace}/${name}` : name;
  const make = severity === 'error' ? failed : warning;
  return make('Crossplane', `${kind} ${path}: ${message}`, remedy);
};

/** One finding for each problem, the worst first. */
export function crossplane(health: ControlPlaneHealth): Finding[] {
  const { crossplane: major, problems } = health;
  if (problems.length === 0) {
    return [ok('Crossplane', `Crossplane ${major} has no problems`)];
  }
  const more = problems.length - maximumShown;
  return [
    ...problems.slice(0, maximumShown).map(problemFinding),
    ...(more > 0
      ? [
          warning(
            'Crossplane',
            `and ${more} more problems`,
            'Solve those above first.',
          ),
        ]
      : []),
  ];
}
