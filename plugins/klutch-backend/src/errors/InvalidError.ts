/** Errors about fields whose values a cluster, or the portal, refuses. */

/** Which field is wrong, and why. */
export interface FieldCause {
  /** Path in the object, for example `spec.plan`. */
  field?: string;
  message: string;
}

/** A value in the request cannot be used. Becomes HTTP 422 with the causes in the body. */
export class InvalidError extends Error {
  override readonly name = 'InputError';

  constructor(
    message: string,
    readonly causes: FieldCause[] = [],
  ) {
    super(message);
  }
}

/** A name is already in use. Becomes HTTP 409 with the field in the body. */
export class AlreadyExistsError extends Error {
  override readonly name = 'ConflictError';

  constructor(
    message: string,
    readonly causes: FieldCause[] = [],
  ) {
    super(message);
  }
}
