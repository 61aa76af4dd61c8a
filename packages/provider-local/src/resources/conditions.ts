/** Conditions in Crossplane's format; composites derive their readiness from these conditions. */

/** One condition of a managed resource. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message?: string;
  /** RFC 3339. */
  lastTransitionTime: string;
  /** `metadata.generation` of the object that the condition is about. */
  observedGeneration?: number;
}

/** A condition as a reconciler reports it. */
export type NewCondition = Omit<
  Condition,
  'lastTransitionTime' | 'observedGeneration'
>;

const ready = (
  status: Condition['status'],
  reason: string,
  message?: string,
): NewCondition => ({ type: 'Ready', status, reason, message });

/** The external resource is usable. */
export const available = (message?: string) =>
  ready('True', 'Available', message);
/** The external resource is being created. */
export const creating = (message?: string) =>
  ready('False', 'Creating', message);
/** The external resource is being removed. */
export const deleting = () => ready('False', 'Deleting');
/** The external resource exists but is not usable, or cannot be created. */
export const unavailable = (message?: string) =>
  ready('False', 'Unavailable', message);

/** The spec is applied. */
export const synced = (): NewCondition => ({
  type: 'Synced',
  status: 'True',
  reason: 'ReconcileSuccess',
});

/** The spec could not be applied; `message` gives the reason for users. */
export const notSynced = (message: string): NewCondition => ({
  type: 'Synced',
  status: 'False',
  reason: 'ReconcileError',
  message,
});

/** Reconciliation is paused by annotation. */
export const paused = (): NewCondition => ({
  type: 'Synced',
  status: 'False',
  reason: 'ReconcilePaused',
  message:
    'Reconciliation is paused by the annotation crossplane.io/paused. Remove the annotation to resume.',
});

/** The data are within the plan's storage. */
export const storageWithinPlan = (): NewCondition => ({
  type: 'StorageWithinPlan',
  status: 'True',
  reason: 'WithinQuota',
});

/** The data exceed the plan's storage; `message` names the consequence. */
export const storageAbovePlan = (message: string): NewCondition => ({
  type: 'StorageWithinPlan',
  status: 'False',
  reason: 'QuotaExceeded',
  message,
});

/**
 * Merges new conditions into existing ones: a new condition replaces the one of its type and keeps the transition
 * time if the status is unchanged; conditions of other types remain.
 */
export function mergeConditions(
  existing: readonly Condition[],
  newConditions: readonly NewCondition[],
  { now, generation }: { now: Date; generation?: number },
): Condition[] {
  const merged = newConditions.map((condition): Condition => {
    const before = existing.find(({ type }) => type === condition.type);
    return {
      ...condition,
      ...(generation !== undefined && { observedGeneration: generation }),
      lastTransitionTime:
        before?.status === condition.status
          ? before.lastTransitionTime
          : // Kubernetes uses whole seconds.
            now.toISOString().replace(/\.\d+Z$/, 'Z'),
    };
  });
  const others = existing.filter(
    ({ type }) => !merged.some(other => other.type === type),
  );
  return [...others, ...merged];
}
