/** Arranges plans for display: their order, a preview of the unavailable ones, and the columns to show. */
import type { Plan } from '../api/types';
import { formatQuantity } from '../shared/formatBytes';

const planAttributes = [
  'replicas',
  'memory',
  'storage',
  'connections',
] as const;
export type PlanAttribute = (typeof planAttributes)[number];

/** The attributes that at least one plan defines. */
export function planAttributesOf(plans: Plan[]): PlanAttribute[] {
  return planAttributes.filter(attribute =>
    plans.some(plan => plan[attribute] !== undefined),
  );
}

/** The value of an attribute as text; undefined where the plan does not define it. */
export function planAttributeText(
  plan: Plan,
  attribute: PlanAttribute,
  locale: string,
): string | undefined {
  const value = plan[attribute];
  return typeof value === 'string'
    ? formatQuantity(value, locale)
    : value?.toLocaleString(locale);
}

/** Number of unavailable plans shown before the user expands the list. */
const UNAVAILABLE_PREVIEW_COUNT = 3;

/** Available plans first, then a preview of the unavailable plans; shows all plans when only one would be hidden. */
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
