/** A failure with an exit code of its own, where another program defines it; others end with 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    readonly exitCode: number,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
