/** Classifies errors of finalizing a binding for its condition. Pure. */
import { isConflict, isForbidden, errorMessage } from '@klutch/kube';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import { refusalOf } from '../feedback/refusal';
import { firstNames, formatNames } from '../feedback/IssueReport';

/** API servers also answer 403 when a webhook or a policy denies a request; then the message matches. */
const deniedByAdmission = /\bdenied (the )?request\b/;

const isMissingPermission = (error: unknown) =>
  isForbidden(error) && !deniedByAdmission.test(errorMessage(error));

/**
 * Whether the error concerns one object only, such as the denial of a webhook: other finalizers can still be removed.
 */
export const isObjectSpecific = (error: unknown): boolean =>
  isConflict(error) ||
  (refusalOf(error, 'app cluster') !== undefined &&
    !isMissingPermission(error));

/** One object whose finalizer cannot be removed. */
export interface BlockedObject {
  /** `namespace/name`, or `name`. */
  object: string;
  cause: unknown;
}

/** Finalizers of objects cannot be removed. */
export class FinalizerRemovalError extends Error {
  /** Always `FinalizerRemovalError`. */
  override readonly name = 'FinalizerRemovalError';

  /** @param blocked - one or more. */
  constructor(readonly blocked: readonly BlockedObject[]) {
    const names = firstNames(blocked.map(({ object }) => object));
    const [first = ''] = names;
    const found = blocked.find(({ object }) => object === first);
    const count = blocked.length;
    const all =
      count > 1 ? ` (${count} in all: ${formatNames({ count, names })})` : '';
    super(`${first}: ${errorMessage(found?.cause)}${all}`);
  }
}

/** The CRD serves no version, so its objects cannot be listed and their finalizers not removed. */
export class NotServedError extends Error {
  /** Always `NotServedError`. */
  override readonly name = 'NotServedError';

  /** @param crd - its name. */
  constructor(crd: string) {
    super(
      `The CRD ${crd} serves no version, so its objects cannot be listed and their finalizers cannot be removed. Set served: true on one of its versions until this binding is deleted.`,
    );
  }
}

/** Retry delays for a missing right, and for all other errors; milliseconds. */
const retryDelaysMs = { forbidden: 60_000, failed: 10_000 };

const forbidden = (error: unknown) => ({
  why: falseCondition(
    'UnbindForbidden',
    `The konnector may not remove the finalizers of this API's objects: ${errorMessage(error)} Grant the konnector its ClusterRole again until this binding is deleted.`,
  ),
  requeueAfterMs: retryDelaysMs.forbidden,
});

const failed = (error: unknown) => ({
  why: falseCondition(
    'UnbindFailed',
    `The finalizers of this API's objects cannot all be removed, which is retried: ${errorMessage(error)}`,
  ),
  requeueAfterMs: retryDelaysMs.failed,
});

/**
 * Undefined when a concurrent write caused the error, which a retry fixes.
 * Otherwise the result for the condition, and when to retry.
 */
export function classifyUnbindError(
  error: unknown,
): { why: ConditionResult; requeueAfterMs: number } | undefined {
  if (error instanceof FinalizerRemovalError) {
    const lasting = error.blocked.filter(({ cause }) => !isConflict(cause));
    const [only] = lasting;
    if (!only) return undefined;
    return isMissingPermission(only.cause)
      ? forbidden(only.cause)
      : failed(new FinalizerRemovalError(lasting));
  }
  if (isConflict(error)) return undefined;
  return isMissingPermission(error) ? forbidden(error) : failed(error);
}
