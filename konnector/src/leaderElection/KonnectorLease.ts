/** Where the replicas of a konnector elect their leader. */
import type { LeaseTimes } from '@klutch/kube';

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
