/** The rules on changes of a plan, as CEL. */
import type { DataService, PlanSize, Rule } from '../dataServices/DataService';
import { planSizes } from '../dataServices/DataService';
import { parsePlan, planNames } from '../dataServices/plans';

/** The rank of a plan's size, as an expression on `self` or `oldSelf`. */
const rankOf = (variable: string, sizes: readonly PlanSize[]): string =>
  sizes
    .map((size, rank) =>
      rank === sizes.length - 1
        ? `${rank}`
        : `${variable}.contains('${size}') ? ${rank} : `,
    )
    .join('');

/** The transition rules of `spec.plan`; only those that can refuse a change between the service's plans. */
export function planRules(service: DataService): Rule[] {
  const { fixed, singleToMulti } = service.planChanges;
  if (fixed) {
    return [
      {
        rule: 'self == oldSelf',
        message: 'the plan cannot be changed; create a new instance',
      },
    ];
  }
  const plans = planNames(service).flatMap(name => parsePlan(name) ?? []);
  const sizes = planSizes.filter(size =>
    plans.some(plan => plan.size === size),
  );
  const multi = plans.find(({ topology }) => topology !== 'single')?.topology;
  const differIn = (property: 'ssl' | 'bionic') =>
    new Set(plans.map(plan => plan[property])).size > 1;
  return [
    ...(sizes.length > 1
      ? [
          {
            rule: `(${rankOf('self', sizes)}) >=\n(${rankOf('oldSelf', sizes)})`,
            message: 'the plan cannot shrink',
          },
        ]
      : []),
    ...(multi
      ? [
          {
            rule: `!oldSelf.contains('-${multi}-') || self.contains('-${multi}-')`,
            message: `the plan cannot go from ${multi} to single`,
          },
        ]
      : []),
    ...(multi && !singleToMulti
      ? [
          {
            rule: `!self.contains('-${multi}-') || oldSelf.contains('-${multi}-')`,
            message: `the plan cannot go from single to ${multi}`,
          },
        ]
      : []),
    ...(['ssl', 'bionic'] as const).filter(differIn).map(flavour => ({
      rule: `self.contains('${flavour}') == oldSelf.contains('${flavour}')`,
      message: `the plan cannot gain or lose ${flavour}`,
    })),
  ];
}
