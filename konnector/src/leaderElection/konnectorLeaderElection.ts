/** A process that shares its work with others: it stands by until the Lease is free, then leads until it ends. */
import {
  createLeaderElector,
  type KubeClient,
  type KubeMetrics,
  type Leadership,
  type LeaderElectionState,
  type LeaseTimes,
  type Logger,
} from '@klutch/kube';
import { NotLeaderError, type LeaderElector } from './LeaderElector';

/** The Lease that the processes of one app cluster share. */
export interface KonnectorLease {
  /** Where the Lease is. The namespace must exist; the Lease is made. */
  namespace: string;
  /** Its name. */
  name: string;
  /** Only those that differ from 15 s, 10 s and 2 s. The same for all processes. */
  times?: Partial<LeaseTimes>;
  /** Called when work has not ended 800 ms after the lease was lost. Default: the process ends with 1. */
  onStopTimeout?: () => void;
}

/** A candidate for the work. */
export interface KonnectorLeaderElection {
  /** What it may do. */
  readonly leaderElector: LeaderElector;
  /** Where it stands. */
  readonly state: LeaderElectionState;
  /**
   * Stands by, leads, and gives the lease up when the work has ended.
   * @param work - gets the signal that ends the work as soon as this process leads; resolves when nothing is written any
   * more. Not called by a process that never leads.
   * @param signal - ends it in good order.
   * @throws LeaseLostError - then the process has to end.
   */
  run(
    work: (ending: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}

/** @param options.client - of the app cluster and for the Lease alone, `rateLimiter: 'unlimited'`. */
export function createKonnectorLeaderElection(options: {
  client: KubeClient;
  lease: KonnectorLease;
  logger: Logger;
  metrics?: KubeMetrics;
}): KonnectorLeaderElection {
  const { client, logger, metrics } = options;
  const { namespace, name, times, onStopTimeout } = options.lease;
  const elector = createLeaderElector({
    client,
    lease: { namespace, name },
    times,
    onStopTimeout,
    logger,
    metrics,
  });
  const leadershipEnded = new AbortController();
  const startCallbacks = new Set<(signal: AbortSignal) => void>();
  let currentLeadership: Leadership | undefined;

  return {
    leaderElector: {
      get isLeader() {
        // Elected a moment before it may write.
        return currentLeadership !== undefined && elector.isLeader;
      },
      guard: {
        check() {
          if (!currentLeadership) throw new NotLeaderError();
          currentLeadership.guard.check();
        },
        signal: leadershipEnded.signal,
      },
      onStartedLeading(start, until) {
        if (until?.aborted) return;
        if (currentLeadership) {
          start(currentLeadership.signal);
          return;
        }
        // A function of its own, so that one given twice is called twice.
        const callback = (signal: AbortSignal) => start(signal);
        startCallbacks.add(callback);
        const forget = () => startCallbacks.delete(callback);
        until?.addEventListener('abort', forget, { once: true });
      },
    },
    get state() {
      return elector.state;
    },
    run: (work, signal) =>
      elector.run(async leadership => {
        currentLeadership = leadership;
        const { guard } = leadership;
        const end = () => leadershipEnded.abort(guard.signal.reason);
        guard.signal.addEventListener('abort', end, { once: true });
        const starts = [...startCallbacks];
        startCallbacks.clear();
        starts.forEach(start => start(leadership.signal));
        await work(leadership.signal);
      }, signal),
  };
}
