/** Errors about fields whose values a cluster, or the portal, refuses. */

import type { Explanation } from '@klutch/backstage-plugin-klutch-common';

/** Which field is wrong, and why. */
export interface FieldCause extends Explanation {
  /** Path in the object, for example `spec.plan`. */
  field?: string;
}

/** A value in the request cannot be used. Becomes HTTP 422 with the causes in the body. */
export class InvalidError extends Error {
  override readonly name = 'InputError';

  readonly explanation: Explanation;

  constructor(
    why: string | Explanation,
    readonly causes: FieldCause[] = [],
  ) {
    const explanation = typeof why === 'string' ? { message: why } : why;
    super(explanation.message);
    this.explanation = explanation;
  }
}

/** A name is already in use. Becomes HTTP 409 with the field in the body. */
export class AlreadyExistsError extends Error {
  override readonly name = 'ConflictError';

  readonly explanation: Explanation;

  constructor(
    why: string | Explanation,
    readonly causes: FieldCause[] = [],
  ) {
    const explanation = typeof why === 'string' ? { message: why } : why;
    super(explanation.message);
    this.explanation = explanation;
  }
}
