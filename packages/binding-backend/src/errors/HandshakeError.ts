/** The error of a handshake step that cannot continue as requested. */

/**
 * - `InvalidRequest`: the client's request cannot be used.
 * - `SignInAgain`: the session is missing, expired, or belongs to another browser.
 * - `CrossSite`: another site submitted the form.
 * - `CodeRefused`: a one-time code that is not, or no longer, valid for the caller.
 * - `Changed`: what the user consented to differs from the current offer.
 */
export type HandshakeErrorReason =
  | 'InvalidRequest'
  | 'SignInAgain'
  | 'CrossSite'
  | 'CodeRefused'
  | 'Changed';

/** What happened and what to do, for the user who binds; never contains a credential. */
export class HandshakeError extends Error {
  /** Identifies this error, also across copies of this package. */
  override readonly name = 'HandshakeError';

  constructor(
    /** Machine-readable reason; the message is for users. */
    readonly reason: HandshakeErrorReason,
    message: string,
  ) {
    super(message);
  }
}
