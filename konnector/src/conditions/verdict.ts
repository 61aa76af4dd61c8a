/** A positive or negative check result, the input of conditions. Pure. */
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

/** A positive check result, or a negative one with its reason. */
export type Verdict =
  | { ok: true }
  | {
      ok: false;
      reason: string;
      message: string;
      severity: 'Error' | 'Warning' | 'Info';
    };

/** Creates a `False` verdict; severity defaults to `Error`. */
export const falseVerdict = (
  reason: string,
  message: string,
  severity: 'Error' | 'Warning' | 'Info' = 'Error',
): Verdict => ({ ok: false, reason, message, severity });

/** Converts a verdict to a condition. */
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

/**
 * An unknown verdict keeps the present condition; without one, the pending
 * condition is set, or a half-checked object would count as ready.
 */
export const conditionOrPending = (
  present: ReadConditions,
  type: string,
  verdict: Verdict | undefined,
  unknown: Verdict,
): NewCondition[] => {
  if (verdict) return [toCondition(type, verdict)];
  return getCondition(present, type) ? [] : [toCondition(type, unknown)];
};

/**
 * The conditions list is atomic and has two writers, so the other writer's
 * conditions are carried over unchanged.
 */
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

/**
 * Merge patch for `/status` with preconditions, or undefined when it would
 * change nothing.
 */
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
