/** A process that shares its work with others: it stands by until the Lease is free, then leads until it ends. */
import {
  createLeaderElection,
  type KubeClient,
  type KubeMetrics,
  type Leadership,
  type LeaderElectionState,
  type LeaseTimes,
  type Logger,
} from '@klutch/kube';
import { StandingByError, type Duty } from './leadership';

/** The Lease that the processes of one app cluster share. */
export interface KonnectorLease {
  /** Where the Lease is. The namespace must exist; the Lease is made. */
  namespace: string;
  /** Its name. */
  name: string;
  /** Only those that differ from 15 s, 10 s and 2 s. The same for all processes. */
  times?: Partial<LeaseTimes>;
  /** Called when work has not ended 800 ms after the lease was lost. Default: the process ends with 1. */
  onOverstay?: () => void;
}

/** A candidate for the work. */
export interface Candidacy {
  /** What it may do. */
  readonly duty: Duty;
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
export function createCandidacy(options: {
  client: KubeClient;
  lease: KonnectorLease;
  logger: Logger;
  metrics?: KubeMetrics;
}): Candidacy {
  const { client, logger, metrics } = options;
  const { namespace, name, times, onOverstay } = options.lease;
  const election = createLeaderElection({
    client,
    lease: { namespace, name },
    times,
    onOverstay,
    logger,
    metrics,
  });
  const ended = new AbortController();
  const waiting = new Set<(signal: AbortSignal) => void>();
  let held: Leadership | undefined;

  return {
    duty: {
      get leading() {
        // Elected a moment before it may write.
        return held !== undefined && election.isLeader;
      },
      guard: {
        check() {
          if (!held) throw new StandingByError();
          held.guard.check();
        },
        signal: ended.signal,
      },
      onLead(start, until) {
        if (until?.aborted) return;
        if (held) {
          start(held.signal);
          return;
        }
        // A function of its own, so that one given twice is called twice.
        const own = (signal: AbortSignal) => start(signal);
        waiting.add(own);
        const forget = () => waiting.delete(own);
        until?.addEventListener('abort', forget, { once: true });
      },
    },
    get state() {
      return election.state;
    },
    run: (work, signal) =>
      election.run(async leadership => {
        held = leadership;
        const { guard } = leadership;
        const end = () => ended.abort(guard.signal.reason);
        guard.signal.addEventListener('abort', end, { once: true });
        const starts = [...waiting];
        waiting.clear();
        starts.forEach(start => start(leadership.signal));
        await work(leadership.signal);
      }, signal),
  };
}
