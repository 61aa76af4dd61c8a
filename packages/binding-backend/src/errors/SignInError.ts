/** The error that a sign-in ends with. */

/**
 * - `Refused`: the provider said no, or what came back is not what was asked for. Beginning anew may help.
 * - `Unavailable`: the provider does not answer, or not like one.
 */
export type SignInErrorReason = 'Refused' | 'Unavailable';

/** A sign-in that did not succeed; the message is for whoever signs in and holds no token and no code. */
export class SignInError extends Error {
  /** Tells it from other errors, also across copies of this package. */
  override readonly name = 'SignInError';

  constructor(
    /** What a program goes by; the message is for people. */
    readonly reason: SignInErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
