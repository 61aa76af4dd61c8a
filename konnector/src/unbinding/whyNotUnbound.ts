/** What keeps a binding from being taken apart, and what its condition says of it. Pure. */
import { isConflict, isForbidden } from '@klutch/kube';
import { because, type Verdict } from '../conditions/verdict';

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** An object cannot be let go; `cause` says why. */
export class ReleaseError extends Error {
  /** Always `ReleaseError`. */
  override readonly name = 'ReleaseError';

  /** @param object - `namespace/name`, or `name`. */
  constructor(
    readonly object: string,
    override readonly cause: unknown,
  ) {
    super(`${object}: ${wordsOf(cause)}`);
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

/** Undefined when it passes by itself: somebody else was faster. Else what to say, and when to try again. */
export function whyNotUnbound(
  error: unknown,
): { why: Verdict; againInMs: number } | undefined {
  const cause = error instanceof ReleaseError ? error.cause : error;
  if (isConflict(cause)) return undefined;
  if (isForbidden(cause)) {
    const why = because(
      'UnbindForbidden',
      `The konnector may not let the objects of this API go: ${cause.message} Give it its ClusterRole back until this binding is gone.`,
    );
    return { why, againInMs: againInMs.forbidden };
  }
  const why = because(
    'UnbindFailed',
    `The objects of this API cannot all be let go, which is tried again: ${wordsOf(error)}`,
  );
  return { why, againInMs: againInMs.failed };
}
