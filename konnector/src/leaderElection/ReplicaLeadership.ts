/** Leadership among the konnector replicas of one app cluster. */
import type { LeaseTimes, WriteGuard } from '@klutch/kube';

/** The Lease that the replicas of one app cluster share. */
export interface KonnectorLease {
  /** Namespace of the Lease, which must exist. The Lease is created. */
  namespace: string;
  /** Name of the Lease. */
  name: string;
  /** Times that differ from the defaults of 15 s, 10 s and 2 s. Must be the same for all replicas. */
  times?: Partial<LeaseTimes>;
  /** Called when the work has not stopped 800 ms after the lease was lost. Default: the process exits with code 1. */
  onStopTimeout?: () => void;
}

/** Leadership of this process, whether it takes part in a leader election or runs alone. */
export interface ReplicaLeadership {
  /** True while this process may write. */
  readonly isLeader: boolean;
  /** Guard for every client that writes: `client.guarded(leadership.guard)`. */
  readonly guard: WriteGuard;
  /**
   * Calls `start` when this process becomes the leader, or at once if it is the leader already. What `start` starts
   * ends with the signal it receives. Caches are started before, so that a standby replica has synced caches.
   * @param until - when aborted, `start` is not called any more.
   */
  onStartedLeading(
    start: (signal: AbortSignal) => void,
    until?: AbortSignal,
  ): void;
}

/** Leadership of a single process, which is always the leader. @param signal - stops what was started. */
export function alwaysLeader(signal: AbortSignal): ReplicaLeadership {
  return {
    isLeader: true,
    // In-flight writes are completed when the process stops.
    guard: { check: () => undefined, signal: new AbortController().signal },
    onStartedLeading: start => start(signal),
  };
}

/** Thrown for a write while another process is the leader. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';

  constructor() {
    super(
      'This process is a standby replica: another replica holds the lease.',
    );
  }
}
