/**
 * Leader election: only the replica that holds the Lease runs the controllers; a replica that lost the Lease waits to
 * be elected again.
 */
import {
  createLeaderElector,
  LeaseLostError,
  type KubeClient,
  type KubeMetrics,
  type Leadership,
  type LeaseTimes,
  type Logger,
} from '@klutch/kube';
import { backendNames } from '../backendNames';

/** The Lease for leader election, shared by all replicas. */
export interface BackendLease {
  /**
   * Client for the Lease only, created with `rateLimiter: 'unlimited'`; needs the rights of {@link backendLeaseRole}.
   */
  client: KubeClient;
  /** Namespace of the Lease; must exist. */
  namespace: string;
  /** Default `klutch-binding-backend`. */
  name?: string;
  /** Overrides of the default times of 15 s, 10 s and 2 s. All replicas need the same times. */
  times?: Partial<LeaseTimes>;
}

/** The work of the leader, and its logger. */
export interface RunWithLeaderElectionOptions {
  lease: BackendLease;
  logger: Logger;
  metrics?: KubeMetrics;
  /** Resolves when all writes have stopped after the signal of the leadership. */
  onStartedLeading: (leadership: Leadership) => Promise<void>;
}

/**
 * Waits for the lease and leads, repeatedly, until the signal aborts. A replica also serves requests, so a lost lease
 * does not end the process: its writes are refused from that moment, and the replica stands for election again when its
 * controllers have stopped.
 * @throws what `onStartedLeading` throws
 */
export async function runWithLeaderElection(
  { lease, logger, metrics, onStartedLeading }: RunWithLeaderElectionOptions,
  signal: AbortSignal,
): Promise<void> {
  const { client, namespace, name = backendNames.lease, times } = lease;
  while (!signal.aborted) {
    let controllersStopped: Promise<void> = Promise.resolve();
    const election = createLeaderElector({
      client,
      lease: { namespace, name },
      times,
      logger,
      metrics,
      onStopTimeout: () =>
        logger.error(
          {},
          'the controllers are still stopping; writes are refused',
        ),
    });
    try {
      await election.run(leadership => {
        controllersStopped = onStartedLeading(leadership);
        return controllersStopped;
      }, signal);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      logger.warn(
        { reason: error.message },
        'lost the lease, waiting to be elected again',
      );
      await controllersStopped;
    }
  }
}
