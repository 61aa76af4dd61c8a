/** The error of a failed sign-in. */

/**
 * - `Refused`: the identity provider refused, or its response does not match the request. Signing in again may help.
 * - `Unavailable`: the identity provider does not respond, or not with a valid response.
 */
export type SignInErrorReason = 'Refused' | 'Unavailable';

/** A failed sign-in; the message is for the user and contains no token and no code. */
export class SignInError extends Error {
  /** Identifies this error, also across copies of this package. */
  override readonly name = 'SignInError';

  constructor(
    /** Machine-readable reason; the message is for users. */
    readonly reason: SignInErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
