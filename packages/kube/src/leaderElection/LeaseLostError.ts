// Why nothing may be written any more.

/** How a lease ended. */
export type LeaseEnd =
  /** It could not be renewed until the deadline, or this process was paused for longer. */
  | 'expired'
  /** Somebody else holds it. */
  | 'taken'
  /** The Lease object is gone. */
  | 'deleted'
  /** The work is over and the lease was given up. Only a write that comes later meets this. */
  | 'released';

const explanations: Record<LeaseEnd, string> = {
  expired:
    'it could not be renewed in time. Check the connection to the API server, and whether this process was paused or short of CPU.',
  taken: 'somebody else holds it now. Give each candidate its own identity.',
  deleted:
    'its object was deleted, and nobody leads until it would have run out. To hand over end this process instead.',
  released: 'the work had ended and it was given up.',
};

/** This process does not hold the lease any more: everything it was doing as the leader must end. */
export class LeaseLostError extends Error {
  /** Always `LeaseLostError`. */
  override readonly name = 'LeaseLostError';
  /** The lease as `namespace/name`. */
  readonly lease: string;
  /** How it ended. */
  readonly end: LeaseEnd;

  /**
   * @param lease - the lease as `namespace/name`
   * @param end - how it ended
   */
  constructor(lease: string, end: LeaseEnd) {
    super(`The lease ${lease} is not held any more: ${explanations[end]}`);
    this.lease = lease;
    this.end = end;
  }
}
