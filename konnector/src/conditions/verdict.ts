/** Good, or why not: what conditions are made of. Pure. */
import {
  getCondition,
  setCondition,
  summarizeReady,
  type APIServiceBinding,
  type APIServiceExport,
  type Condition,
  type NewCondition,
  type ReadConditions,
} from '@klutch/bind-api';
import { canonicalJson } from '../json/projection';

/** Good, or why not. */
export type Verdict =
  | { ok: true }
  | {
      ok: false;
      reason: string;
      message: string;
      severity: 'Error' | 'Warning' | 'Info';
    };

/** Shorthand for a `False` verdict; severity is `Error` unless said otherwise. */
export const falseVerdict = (
  reason: string,
  message: string,
  severity: 'Error' | 'Warning' | 'Info' = 'Error',
): Verdict => ({ ok: false, reason, message, severity });

/** The condition that says a verdict. */
export const toCondition = (type: string, verdict: Verdict): NewCondition =>
  verdict.ok
    ? { type, status: 'True' }
    : {
        type,
        status: 'False',
        severity: verdict.severity,
        reason: verdict.reason,
        message: verdict.message,
      };

/** What is not known leaves a condition as it was; without one, a thing only half looked at would count as ready. */
export const conditionOrPending = (
  present: ReadConditions,
  type: string,
  verdict: Verdict | undefined,
  unknown: Verdict,
): NewCondition[] => {
  if (verdict) return [toCondition(type, verdict)];
  return getCondition(present, type) ? [] : [toCondition(type, unknown)];
};

/** The other writer's conditions stay untouched: the list is atomic and has two writers. */
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

/** A merge patch for `/status` with preconditions, or undefined when it would change nothing. */
export function statusPatch(
  object: APIServiceBinding | APIServiceExport,
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
