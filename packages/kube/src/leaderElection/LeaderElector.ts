// Leader election: one of several processes works, the others wait as standbys.
import { KubeClient, WriteGuard } from '../client/KubeClient';
import type { KubeMetrics } from '../KubeMetrics';
import { Logger } from '../Logger';

/** The lease as its holder sees it. */
export interface Leadership {
  /**
   * Aborts when the work has to end: the lease was lost (the reason is a `LeaseLostError`), or the process stops (the
   * reason of the signal passed to `run`). Start controllers with it.
   */
  readonly signal: AbortSignal;
  /**
   * For `client.guarded(…)`: allows writes as long as the lease is held. Unlike {@link Leadership.signal} it stays
   * valid when the process stops, so that running writes finish before the lease is released: an aborted write might
   * otherwise be carried out after the next leader's first one.
   */
  readonly guard: WriteGuard;
  /**
   * How often the holder of the lease has changed (`leaseTransitions`): grows with each leader, until the Lease is
   * deleted.
   */
  readonly transitions: number;
}

/** Times in milliseconds; defaults as in client-go. Each must be longer than the next. */
export interface LeaseTimes {
  /**
   * How long others wait after the last renewal that they observed; written in whole seconds, rounded up; at most 24
   * days; default 15 000.
   */
  durationMs: number;
  /**
   * The leader stops when its last successful renewal was sent this long ago; default 10 000. The difference to the
   * duration leaves time for sent writes to arrive, and for clocks of different speed.
   */
  renewDeadlineMs: number;
  /** Interval of renewals and of retries; default 2 000. */
  retryMs: number;
}

/** Options of an election. */
export interface LeaderElectionOptions {
  /**
   * A separate client, made with `rateLimiter: 'unlimited'`, so that renewals do not queue behind other requests. Its
   * identity needs get, watch, create and patch on this Lease.
   */
  client: KubeClient;
  /** The Lease. Its namespace must exist; the Lease is created. */
  lease: {
    /** Namespace of the Lease. */
    namespace: string;
    /** Name of the Lease. */
    name: string;
  };
  /**
   * Unique among present and earlier candidates: a process that returns under its old name waits like any other.
   * Default: host name and a random part.
   */
  identity?: string;
  /** Times that differ from the defaults. Use the same ones for all candidates. */
  times?: Partial<LeaseTimes>;
  /**
   * Called when the work has not ended 800 ms after the lease was lost; default: `process.exit(1)`. Two leaders are
   * worse than one dead process.
   */
  onStopTimeout?: () => void;
  /** Logs changes of leadership, and errors that keep this process from taking part. */
  logger?: Logger;
  /** Receives the `leading` metric, with the lease as `namespace/name`. */
  metrics?: KubeMetrics;
}

/**
 * State of a candidate. `stop-timed-out`: the lease was lost more than 800 ms ago and the work still runs, which is
 * only possible with an `onStopTimeout` that does not end the process.
 */
export type LeaderElectionState =
  | 'idle'
  | 'standby'
  | 'leading'
  | 'stop-timed-out';

/** A candidate of an election. */
export interface LeaderElector {
  /** Identity that is written into the Lease as its holder. */
  readonly identity: string;
  /** Present state. */
  readonly state: LeaderElectionState;
  /** Whether this process may write now: it holds the lease and the renew deadline has not passed. */
  readonly isLeader: boolean;
  /**
   * Waits as standby until the lease is free, then calls `onStartedLeading` once: the work, which may go on until the
   * lease is lost or the signal aborts. The lease is held until the work has ended and then released, so that the next
   * candidate acquires it at once.
   *
   * Resolves when the work has ended, or rejects with the error of the work (except for the signal's own reason).
   * Rejects with a `LeaseLostError` when the lease was lost, once the work has ended or 800 ms later. End the process
   * then. Do not call `run` again before its promise has settled.
   */
  run(
    onStartedLeading: (leadership: Leadership) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}
