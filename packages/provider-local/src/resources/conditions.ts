/** Conditions in Crossplane's form: composites become ready by reading them. */

/** One condition of a managed resource. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message?: string;
  /** RFC 3339. */
  lastTransitionTime: string;
}

/** A condition before it is known when it came about. */
export type NewCondition = Omit<Condition, 'lastTransitionTime'>;

const ready = (
  status: Condition['status'],
  reason: string,
  message?: string,
): NewCondition => ({ type: 'Ready', status, reason, message });

/** It can be used. */
export const available = (message?: string) =>
  ready('True', 'Available', message);
/** It is being made. */
export const creating = (message?: string) =>
  ready('False', 'Creating', message);
/** It is being removed. */
export const deleting = () => ready('False', 'Deleting');
/** It is there but cannot be used, or cannot be had. */
export const unavailable = (message?: string) =>
  ready('False', 'Unavailable', message);

/** What the spec says is what there is. */
export const synced = (): NewCondition => ({
  type: 'Synced',
  status: 'True',
  reason: 'ReconcileSuccess',
});

/** What the spec says could not be brought about, and why, in words. */
export const notSynced = (message: string): NewCondition => ({
  type: 'Synced',
  status: 'False',
  reason: 'ReconcileError',
  message,
});

/** Somebody asked not to touch it. */
export const paused = (): NewCondition => ({
  type: 'Synced',
  status: 'False',
  reason: 'ReconcilePaused',
  message:
    'Reconciliation is paused by the annotation crossplane.io/paused. Remove it to go on.',
});

/** The databases fit into the plan. */
export const storageWithinPlan = (): NewCondition => ({
  type: 'StorageWithinPlan',
  status: 'True',
  reason: 'WithinQuota',
});

/** The databases do not fit into the plan, and what that means. */
export const storageAbovePlan = (message: string): NewCondition => ({
  type: 'StorageWithinPlan',
  status: 'False',
  reason: 'QuotaExceeded',
  message,
});

/**
 * The conditions after these new ones: each replaces the one of its type and keeps the time of the last change of status;
 * those of other types stay.
 */
export function mergeConditions(
  existing: readonly Condition[],
  newConditions: readonly NewCondition[],
  now: Date,
): Condition[] {
  const merged = newConditions.map((condition): Condition => {
    const before = existing.find(({ type }) => type === condition.type);
    return {
      ...condition,
      lastTransitionTime:
        before?.status === condition.status
          ? before.lastTransitionTime
          : // Kubernetes has seconds here.
            now.toISOString().replace(/\.\d+Z$/, 'Z'),
    };
  });
  const others = existing.filter(
    ({ type }) => !merged.some(other => other.type === type),
  );
  return [...others, ...merged];
}
