/** What keeps a binding from being taken apart, and what its condition says of it. Pure. */
import { isConflict, isForbidden } from '@klutch/kube';
import { because, type Verdict } from '../conditions/verdict';
import { refusalOf } from '../feedback/refusal';
import { firstOf, listOf } from '../feedback/TallyReport';
import { wordsOf } from '../trouble';

/** API servers answer with 403, too, when a webhook or a policy says no; then there are these words. */
const deniedByAdmission = /\bdenied (the )?request\b/;

const isMissingRight = (error: unknown) =>
  isForbidden(error) && !deniedByAdmission.test(wordsOf(error));

/** Whether it is about one object, such as the refusal of a webhook: others may well be let go. */
export const isAboutOne = (error: unknown): boolean =>
  isConflict(error) ||
  (refusalOf(error, 'app cluster') !== undefined && !isMissingRight(error));

/** One object that is not let go. */
export interface Unreleased {
  /** `namespace/name`, or `name`. */
  object: string;
  cause: unknown;
}

/** Objects cannot be let go. */
export class ReleaseError extends Error {
  /** Always `ReleaseError`. */
  override readonly name = 'ReleaseError';

  /** @param unreleased - one or more. */
  constructor(readonly unreleased: readonly Unreleased[]) {
    const names = firstOf(unreleased.map(({ object }) => object));
    const [first = ''] = names;
    const found = unreleased.find(({ object }) => object === first);
    const count = unreleased.length;
    const all =
      count > 1 ? ` (${count} in all: ${listOf({ count, names })})` : '';
    super(`${first}: ${wordsOf(found?.cause)}${all}`);
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
const againInMs = { forbidden: 60_000, failed: 10_000 };

const forbidden = (error: unknown) => ({
  why: because(
    'UnbindForbidden',
    `The konnector may not let the objects of this API go: ${wordsOf(error)} Give it its ClusterRole back until this binding is gone.`,
  ),
  againInMs: againInMs.forbidden,
});

const failed = (error: unknown) => ({
  why: because(
    'UnbindFailed',
    `The objects of this API cannot all be let go, which is tried again: ${wordsOf(error)}`,
  ),
  againInMs: againInMs.failed,
});

/** Undefined when it passes by itself: somebody else was faster. Else what to say, and when to try again. */
export function whyNotUnbound(
  error: unknown,
): { why: Verdict; againInMs: number } | undefined {
  if (error instanceof ReleaseError) {
    const lasting = error.unreleased.filter(({ cause }) => !isConflict(cause));
    const [only] = lasting;
    if (!only) return undefined;
    return isMissingRight(only.cause)
      ? forbidden(only.cause)
      : failed(new ReleaseError(lasting));
  }
  if (isConflict(error)) return undefined;
  return isMissingRight(error) ? forbidden(error) : failed(error);
}
