// The error of a leader that lost its lease.

/** How a lease ended. */
export type LeaseEnd =
  /** The lease was not renewed before the deadline, or this process was paused for longer. */
  | 'expired'
  /** Another process holds the lease. */
  | 'taken'
  /** The Lease object is gone. */
  | 'deleted'
  /** The work has ended and the lease was released. Only a later write gets this error. */
  | 'released';

const explanations: Record<LeaseEnd, string> = {
  expired:
    'it could not be renewed in time. Check the connection to the API server, and whether this process was paused or short of CPU.',
  taken: 'another process holds it now. Give each candidate a unique identity.',
  deleted:
    'its object was deleted, and there is no leader until it would have expired. To hand over, stop this process instead.',
  released: 'the work had ended and it was released.',
};

/** This process no longer holds the lease: all its work as the leader must end. */
export class LeaseLostError extends Error {
  /** Always `LeaseLostError`. */
  override readonly name = 'LeaseLostError';
  /** The lease as `namespace/name`. */
  readonly lease: string;
  /** How the lease ended. */
  readonly end: LeaseEnd;

  /**
   * @param lease - the lease as `namespace/name`
   * @param end - how the lease ended
   */
  constructor(lease: string, end: LeaseEnd) {
    super(`The lease ${lease} is not held any more: ${explanations[end]}`);
    this.lease = lease;
    this.end = end;
  }
}
