/** Errors about fields: a cluster, or the portal, refuses values that somebody gave. */

/** Which field is wrong, and why. */
export interface FieldCause {
  /** Path in the object, for example `spec.plan`. */
  field?: string;
  message: string;
}

/** Something that was sent cannot be used. Becomes HTTP 422 with the causes in the body. */
export class InvalidError extends Error {
  override readonly name = 'InputError';

  constructor(
    message: string,
    readonly causes: FieldCause[] = [],
  ) {
    super(message);
  }
}

/** A name that is taken. Becomes HTTP 409 with the field in the body. */
export class AlreadyExistsError extends Error {
  override readonly name = 'ConflictError';

  constructor(
    message: string,
    readonly causes: FieldCause[] = [],
  ) {
    super(message);
  }
}
