/** What of a service's plans is shown. */
import type { Plan } from '../api/types';

const planAttributes = [
  'replicas',
  'memory',
  'storage',
  'connections',
] as const;
export type PlanAttribute = (typeof planAttributes)[number];

/** The attributes that at least one plan has. */
export function planAttributesOf(plans: Plan[]): PlanAttribute[] {
  return planAttributes.filter(attribute =>
    plans.some(plan => plan[attribute] !== undefined),
  );
}

/** How many plans that cannot run here are shown before somebody asks for all of them. */
const UNAVAILABLE_PREVIEW_COUNT = 3;

/** Plans that run here first; of the others only examples, unless there are hardly more. */
export function arrangePlans(
  plans: Plan[],
  all: boolean,
): { shown: Plan[]; more: number } {
  const available = plans.filter(plan => plan.available);
  const others = plans.filter(plan => !plan.available);
  const count =
    all || others.length <= UNAVAILABLE_PREVIEW_COUNT + 1
      ? others.length
      : UNAVAILABLE_PREVIEW_COUNT;
  return {
    shown: [...available, ...others.slice(0, count)],
    more: others.length - count,
  };
}
