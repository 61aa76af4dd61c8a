/** What of a service's plans is shown. */
import type { Plan } from '../api/types';

const measures = ['replicas', 'memory', 'storage', 'connections'] as const;
export type Measure = (typeof measures)[number];

/** The measures that at least one plan tells. */
export function measuresOf(plans: Plan[]): Measure[] {
  return measures.filter(measure =>
    plans.some(plan => plan[measure] !== undefined),
  );
}

/** How many plans that cannot run here are shown before somebody asks for all of them. */
const examples = 3;

/** Plans that run here first; of the others only examples, unless there are hardly more. */
export function arrangePlans(
  plans: Plan[],
  all: boolean,
): { shown: Plan[]; more: number } {
  const available = plans.filter(plan => plan.available);
  const others = plans.filter(plan => !plan.available);
  const count = all || others.length <= examples + 1 ? others.length : examples;
  return {
    shown: [...available, ...others.slice(0, count)],
    more: others.length - count,
  };
}
