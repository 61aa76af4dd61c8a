/** The error that a step of the handshake ends with when it cannot go on as it was asked to. */

/**
 * - `InvalidRequest`: what the client sent cannot be used.
 * - `SignInAgain`: nobody is signed in, or not any more, or not in this browser.
 * - `CrossSite`: another site sent the form.
 * - `CodeRefused`: a one-time code that is not, or no longer, good for whoever brings it.
 * - `Changed`: what was agreed to is not what is offered any more.
 */
export type HandshakeErrorReason =
  'InvalidRequest' | 'SignInAgain' | 'CrossSite' | 'CodeRefused' | 'Changed';

/** What happened and what to do, in words for whoever binds; never holds a credential. */
export class HandshakeError extends Error {
  /** Tells it from other errors, also across copies of this package. */
  override readonly name = 'HandshakeError';

  constructor(
    /** What a program goes by; the message is for people. */
    readonly reason: HandshakeErrorReason,
    message: string,
  ) {
    super(message);
  }
}
