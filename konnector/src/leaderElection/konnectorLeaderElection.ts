/**
 * Leader election of a konnector: a standby replica waits until the lease is free, then leads until the process ends.
 */
import {
  createLeaderElector,
  type KubeClient,
  type KubeMetrics,
  type Leadership,
  type Logger,
} from '@klutch/kube';
import {
  NotLeaderError,
  type KonnectorLease,
  type ReplicaLeadership,
} from './ReplicaLeadership';
import type { OtherShards } from './otherShards';

export interface KonnectorLeaderElection {
  readonly leadership: ReplicaLeadership;
  /**
   * Waits for the lease, leads, and releases the lease when the work has stopped.
   * @param work - called once this process leads, with the signal that stops the work; resolves when nothing is
   *   written any more. Not called if the process never leads.
   * @param signal - ends the election gracefully.
   * @throws LeaseLostError - then the process has to exit.
   */
  run(
    work: (ending: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * @param options.client - of the app cluster, for Leases only, with `rateLimiter: 'unlimited'`.
 * @param options.otherShards - waited for once the lease is held. Default: there are none.
 */
export function createKonnectorLeaderElection(options: {
  client: KubeClient;
  lease: KonnectorLease;
  otherShards?: OtherShards;
  logger: Logger;
  metrics?: KubeMetrics;
}): KonnectorLeaderElection {
  const { client, otherShards, logger, metrics } = options;
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
    leadership: {
      get isLeader() {
        // The elector is elected shortly before this process may write.
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
        // A separate function, so that a callback registered twice is called twice.
        const callback = (signal: AbortSignal) => start(signal);
        startCallbacks.add(callback);
        const forget = () => startCallbacks.delete(callback);
        until?.addEventListener('abort', forget, { once: true });
      },
    },
    run: (work, signal) =>
      elector.run(async leadership => {
        await otherShards?.ended(leadership.signal);
        if (leadership.signal.aborted) return;
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
