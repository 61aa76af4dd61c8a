/** The error that provisioning and binding end with when somebody has to do something about it. */

/**
 * - `InvalidInput`: the caller's input cannot be used.
 * - `NotOffered`: no export template offers the API.
 * - `NotBound`: the app cluster has no cluster namespace yet.
 * - `NotYet`: it is possible in a while; the message says when.
 * - `NotAllowed`: the control plane does not let whoever asks do it.
 * - `Conflict`: an object of that name exists and is not ours.
 * - `Failed`: the export request was answered with a failure.
 * - `Timeout`: something that was waited for did not happen in time.
 * - `Misconfigured`: an operator has to install or change something first.
 */
export type BindingErrorReason =
  | 'InvalidInput'
  | 'NotOffered'
  | 'NotBound'
  | 'NotYet'
  | 'NotAllowed'
  | 'Conflict'
  | 'Failed'
  | 'Timeout'
  | 'Misconfigured';

/** What happened and what to do, in words for the person who binds; never holds credentials. */
export class BindingError extends Error {
  /** Tells it from other errors, also across copies of this package. */
  override readonly name = 'BindingError';

  constructor(
    /** What a program goes by; the message is for people. */
    readonly reason: BindingErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
