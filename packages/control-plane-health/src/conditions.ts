/** Conditions of Crossplane's objects. */
import type { Unstructured } from '@klutch/kube';

/** A condition in `status.conditions`. */
export interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  /** RFC 3339. */
  lastTransitionTime?: string;
}

/** The condition of a type; undefined when the object has none. */
export function conditionOf(
  object: Unstructured,
  type: string,
): Condition | undefined {
  const conditions = object.status?.conditions;
  return Array.isArray(conditions)
    ? (conditions as Condition[]).find(condition => condition.type === type)
    : undefined;
}

/** Whether a condition is `True`. */
export const isTrue = (object: Unstructured, type: string): boolean =>
  conditionOf(object, type)?.status === 'True';

/** The message of a condition, or else its reason, as a sentence. */
export function explain(condition: Condition | undefined): string {
  const text = condition?.message || condition?.reason || 'No reason is given';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
