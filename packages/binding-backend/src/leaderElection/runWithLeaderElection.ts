/** One of several replicas runs the controllers; the others stand by, and so does one that has lost the Lease. */
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

/** The Lease that all replicas share. */
export interface BackendLease {
  /** For the Lease alone, made with `rateLimiter: 'unlimited'`; needs the rights of {@link backendLeaseRole}. */
  client: KubeClient;
  /** Where the Lease is; must exist. */
  namespace: string;
  /** Default `klutch-binding-backend`. */
  name?: string;
  /** Only those that differ from 15 s, 10 s and 2 s. The same for all replicas. */
  times?: Partial<LeaseTimes>;
}

/** What to do while leading, and who hears of it. */
export interface RunWithLeaderElectionOptions {
  lease: BackendLease;
  logger: Logger;
  metrics?: KubeMetrics;
  /** Resolves when nothing is written any more after the signal of the leadership. */
  onStartedLeading: (leadership: Leadership) => Promise<void>;
}

/**
 * Stands by and leads, in turn, until the signal aborts. A replica serves requests besides, so a lost Lease does not end
 * the process: its writes are refused from that moment, and it waits to be elected again when its work has ended.
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
          'the controllers are still ending; nothing is written any more',
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
