/** The error of provisioning and binding that requires an action of the user or an operator. */

/**
 * - `InvalidInput`: the caller's input cannot be used.
 * - `NotOffered`: no export template offers the API.
 * - `NotBound`: the app cluster has no cluster namespace yet.
 * - `NotYet`: the operation is possible later; the message says when.
 * - `NotAllowed`: the control plane denies the operation to the caller.
 * - `Conflict`: an object of the same name exists and has another owner.
 * - `Failed`: the export request failed.
 * - `Timeout`: an awaited state was not reached in time.
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

/** What happened and what to do, for the user who binds; never contains credentials. */
export class BindingError extends Error {
  /** Identifies this error, also across copies of this package. */
  override readonly name = 'BindingError';

  constructor(
    /** Machine-readable reason; the message is for users. */
    readonly reason: BindingErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
