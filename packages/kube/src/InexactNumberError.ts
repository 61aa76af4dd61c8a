// What a write becomes that would store another number than was read.

/** A field holds a whole number beyond 2^53, of which digits are lost. Nothing was sent. */
export class InexactNumberError extends TypeError {
  /** Path of the field, for example `spec.size`. */
  readonly field: string;

  constructor(field: string) {
    super(
      `The field ${field} holds a whole number beyond 2^53, which loses digits here. It was not written. Use a text there, or a smaller number.`,
    );
    this.field = field;
    this.name = 'InexactNumberError';
  }
}
