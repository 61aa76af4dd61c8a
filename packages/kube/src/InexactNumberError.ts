// The error of a write that would store another number than the one that was read.

/** A field holds a whole number beyond 2^53, which has lost digits. The request was not sent. */
export class InexactNumberError extends TypeError {
  /** Path of the field, for example `spec.size`. */
  readonly field: string;

  constructor(field: string) {
    super(
      `The field ${field} holds a whole number beyond 2^53, which JavaScript cannot hold exactly. The object was not written. Use a string, or a smaller number.`,
    );
    this.field = field;
    this.name = 'InexactNumberError';
  }
}
