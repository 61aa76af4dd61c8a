import { planNames } from './dataServices/plans';
import {
  allCases,
  changeRefusals,
  creationRefusals,
  type PlanCase,
  withoutCompositionRef,
} from '../testing/planMatrix';

const accepted = allCases.filter(one => creationRefusals(one).length === 0);
const titleOf = ({ backend, spec }: PlanCase) =>
  `${backend.composition} ${spec.service}`;

/** One line for each element, grouped. */
function linesBy<T>(
  elements: readonly T[],
  groupOf: (element: T) => string,
  lineOf: (element: T) => string,
): string {
  const groups = new Map<string, string[]>();
  for (const element of elements) {
    const lines = groups.get(groupOf(element)) ?? [];
    groups.set(groupOf(element), [...lines, `  ${lineOf(element)}`]);
  }
  return [...groups]
    .map(([group, lines]) => `${group}\n${lines.join('\n')}\n`)
    .join('\n');
}

describe('the generated rules', () => {
  it('accept these services and plans', () => {
    expect(
      linesBy(accepted, titleOf, ({ spec }) => spec.plan),
    ).toMatchSnapshot();
  });

  it('allow these changes of a plan', () => {
    expect(
      linesBy(accepted, titleOf, from => {
        const targets = planNames(from.service).filter(
          plan =>
            plan !== from.spec.plan && changeRefusals(from, plan).length === 0,
        );
        return `${from.spec.plan} -> ${targets.join(', ') || 'none'}`;
      }),
    ).toMatchSnapshot();
  });

  it('decide on a claim without compositionRef as on one that names the default', () => {
    const byDefault = allCases.filter(
      ({ service, backend }) => backend === service.backends[0],
    );
    const decisions = (of: (one: PlanCase) => PlanCase) =>
      byDefault.map(one => [
        creationRefusals(of(one)),
        planNames(one.service).map(plan => changeRefusals(of(one), plan)),
      ]);
    expect(decisions(withoutCompositionRef)).toEqual(decisions(one => one));
  });

  it('allow every claim to keep its plan', () => {
    expect(
      accepted.flatMap(from => changeRefusals(from, from.spec.plan)),
    ).toEqual([]);
  });
});
