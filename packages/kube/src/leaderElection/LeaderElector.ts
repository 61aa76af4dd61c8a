// One of several processes works, the others stand by.
import { KubeClient, WriteGuard } from '../client/KubeClient';
import { KubeMetrics } from '../metrics';
import { Logger } from '../Logger';

/** What a leader holds. */
export interface Leadership {
  /**
   * Aborts when the work has to end: the lease was lost (the reason is a `LeaseLostError`), or the process stops (the
   * reason is that of the signal given to `run`). Start controllers with it.
   */
  readonly signal: AbortSignal;
  /**
   * For `client.guarded(…)`: lets writes through for as long as the lease is held. Unlike {@link Leadership.signal} it
   * does not end when the process stops, so that what is under way is finished before the lease is given up: a write
   * that was cut off might otherwise be carried out after the next leader's first.
   */
  readonly guard: WriteGuard;
  /** How often the lease has changed hands (`leaseTransitions`): grows with each leader, until somebody deletes the Lease. */
  readonly transitions: number;
}

/** Times in milliseconds; defaults as client-go's. Each must be longer than the next. */
export interface LeaseTimes {
  /** How long others wait after the last renewal they saw; written in whole seconds, rounded up; 24 days at most; default 15 000. */
  durationMs: number;
  /**
   * The leader stops when its last successful renewal was sent so long ago; default 10 000. The difference to the
   * duration is the time for writes that are on their way to arrive, and for clocks of different speed.
   */
  renewDeadlineMs: number;
  /** How often it renews or looks; default 2 000. */
  retryMs: number;
}

/** How to take part in an election. */
export interface LeaderElectionOptions {
  /**
   * A client of its own, made with `rateLimiter: 'unlimited'`: renewals must not queue behind the work for tokens or
   * connections. Its identity needs get, watch, create and patch on this Lease.
   */
  client: KubeClient;
  /** Where the Lease is. The namespace must exist; the Lease is created. */
  lease: {
    /** Its namespace. */
    namespace: string;
    /** Its name. Beside it each candidate makes an empty Lease `<name>-led`, once. */
    name: string;
  };
  /**
   * Unique among the candidates and their predecessors: who comes back under its old name waits like everybody else.
   * Default: host name and a random part.
   */
  identity?: string;
  /** Only those that differ from the defaults. Same for all candidates. */
  times?: Partial<LeaseTimes>;
  /**
   * Called when work has not ended 800 ms after the lease was lost; default: `process.exit(1)`.
   * Two leaders are worse than one dead process.
   */
  onStopTimeout?: () => void;
  /** Hears who leads, and what keeps this process from taking part. */
  logger?: Logger;
  /** Gets `leading`, with the lease as `namespace/name`. */
  metrics?: KubeMetrics;
}

/**
 * Where a candidate stands. `stop-timed-out`: the lease was lost more than 800 ms ago and the work goes on, which only
 * an `onStopTimeout` that does not end the process leads to.
 */
export type LeaderElectionState =
  'idle' | 'standby' | 'leading' | 'stop-timed-out';

/** A candidate. */
export interface LeaderElector {
  /** What it writes into the Lease as its holder. */
  readonly identity: string;
  /** Where it stands. */
  readonly state: LeaderElectionState;
  /** Whether this process may write now: it holds the lease and its renew deadline has not passed. */
  readonly isLeader: boolean;
  /**
   * Stands by until the lease is free, then calls `lead` once, until that ends by itself, the lease is lost or the
   * signal aborts. In the first and the last case the lease is kept until `lead` has ended and is given up then, so
   * that the next candidate takes over at once.
   *
   * Resolves then, or rejects with what `lead` threw (the signal's own reason excepted). Rejects with a
   * `LeaseLostError` when the lease was lost, as soon as `lead` has ended or 800 ms after. End the process then.
   * To be called again only after it has settled.
   */
  run(
    onStartedLeading: (leadership: Leadership) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}
