/** What keeps a binding from being taken apart, and what its condition says of it. Pure. */
import { isConflict, isForbidden } from '@klutch/kube';
import { falseVerdict, type Verdict } from '../conditions/verdict';
import { refusalOf } from '../feedback/refusal';
import { firstNames, formatNames } from '../feedback/IssueReport';
import { errorMessage } from '../failure';

/** API servers answer with 403, too, when a webhook or a policy says no; then there are these words. */
const deniedByAdmission = /\bdenied (the )?request\b/;

const isMissingPermission = (error: unknown) =>
  isForbidden(error) && !deniedByAdmission.test(errorMessage(error));

/** Whether it is about one object, such as the refusal of a webhook: others may well be let go. */
export const isObjectSpecific = (error: unknown): boolean =>
  isConflict(error) ||
  (refusalOf(error, 'app cluster') !== undefined &&
    !isMissingPermission(error));

/** One object that is not let go. */
export interface BlockedObject {
  /** `namespace/name`, or `name`. */
  object: string;
  cause: unknown;
}

/** Objects cannot be let go. */
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

/** The CRD serves no version: whether it has objects cannot be told, and they cannot be let go. */
export class NotServedError extends Error {
  /** Always `NotServedError`. */
  override readonly name = 'NotServedError';

  /** @param crd - its name. */
  constructor(crd: string) {
    super(
      `The CRD ${crd} serves no version, so it cannot be told whether it has objects, and they cannot be let go. Set served: true on one of its versions until this binding is gone.`,
    );
  }
}

/** How long to wait for a right, and for all else; milliseconds. */
const retryDelaysMs = { forbidden: 60_000, failed: 10_000 };

const forbidden = (error: unknown) => ({
  why: falseVerdict(
    'UnbindForbidden',
    `The konnector may not let the objects of this API go: ${errorMessage(error)} Give it its ClusterRole back until this binding is gone.`,
  ),
  requeueAfterMs: retryDelaysMs.forbidden,
});

const failed = (error: unknown) => ({
  why: falseVerdict(
    'UnbindFailed',
    `The objects of this API cannot all be let go, which is tried again: ${errorMessage(error)}`,
  ),
  requeueAfterMs: retryDelaysMs.failed,
});

/** Undefined when it passes by itself: somebody else was faster. Else what to say, and when to try again. */
export function classifyUnbindError(
  error: unknown,
): { why: Verdict; requeueAfterMs: number } | undefined {
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
