/** Results of checks, and the conditions made of them. Pure. */
import {
  getCondition,
  setCondition,
  summarizeReady,
  type APIServiceBinding,
  type APIServiceExport,
  type ClusterBinding,
  type Condition,
  type NewCondition,
  type ReadConditions,
} from '@klutch/bind-api';
import { canonicalJson } from '../json/projection';

/** Status of a condition without its type: `True`, or `False` with a reason. */
export type ConditionResult =
  | { ok: true }
  | {
      ok: false;
      reason: string;
      message: string;
      severity: 'Error' | 'Warning' | 'Info';
    };

/** The result `False`; severity defaults to `Error`. */
export const falseCondition = (
  reason: string,
  message: string,
  severity: 'Error' | 'Warning' | 'Info' = 'Error',
): ConditionResult => ({ ok: false, reason, message, severity });

export const toCondition = (
  type: string,
  result: ConditionResult,
): NewCondition =>
  result.ok
    ? { type, status: 'True' }
    : {
        type,
        status: 'False',
        severity: result.severity,
        reason: result.reason,
        message: result.message,
      };

/**
 * An unknown result keeps the present condition; without one, the pending
 * condition is set, or a half-checked object would count as ready.
 */
export const conditionOrPending = (
  present: ReadConditions,
  type: string,
  result: ConditionResult | undefined,
  unknown: ConditionResult,
): NewCondition[] => {
  if (result) return [toCondition(type, result)];
  return getCondition(present, type) ? [] : [toCondition(type, unknown)];
};

/** The conditions list is atomic and has two writers, so the other writer's conditions are carried over unchanged. */
export const withConditions = (
  present: ReadConditions,
  changes: readonly NewCondition[],
  now: Date,
) =>
  summarizeReady(
    changes.reduce<Condition[]>(
      (list, condition) => setCondition(list, condition, now),
      [...(present ?? [])],
    ),
    now,
  );

/** Merge patch for `/status` with preconditions, or undefined when it would change nothing. */
export function statusPatch(
  object: APIServiceBinding | APIServiceExport | ClusterBinding,
  status: Record<string, unknown>,
): object | undefined {
  const before = (object.status ?? {}) as Record<string, unknown>;
  const changed = Object.entries(status).filter(
    ([field, value]) =>
      canonicalJson(before[field] ?? null) !== canonicalJson(value ?? null),
  );
  if (changed.length === 0) return undefined;
  const { uid, resourceVersion } = object.metadata;
  return {
    metadata: { uid, resourceVersion },
    status: Object.fromEntries(changed),
  };
}
