// A candidate of an election: waits as standby, leads, and ends the work when the lease is lost.
import type { KubeMetrics } from '../KubeMetrics';
import { Logger } from '../Logger';
import { joinSignals } from '../signals';
import { waitMs } from '../wait';
import { HeldLease } from './HeldLease';
import {
  Leadership,
  LeaderElectionState,
  LeaderElector,
  LeaseTimes,
} from './LeaderElector';
import { LeaseApi } from './LeaseClient';
import { LeaseCandidate } from './LeaseCandidate';
import { LeaseLostError } from './LeaseLostError';

/**
 * How long the work may continue after the lease was lost: timers fire late, and all work has to end within a second.
 */
const graceMs = 800;

/** How the work ended. */
type Outcome = { failed: false } | { failed: true; error: unknown };

const outcomeOf = (work: Promise<void>): Promise<Outcome> =>
  work.then(
    () => ({ failed: false }),
    error => ({ failed: true, error }),
  );

/** Whether an error was thrown because the signal aborted. */
const isStopOf = (signal: AbortSignal, error: unknown): boolean =>
  signal.aborted &&
  (error === signal.reason ||
    (error instanceof Error && error.name === 'AbortError'));

interface LeaseElectorOptions {
  api: LeaseApi;
  identity: string;
  times: LeaseTimes;
  logger: Logger;
  metrics?: KubeMetrics;
  onStopTimeout: () => void;
}

/** A {@link LeaderElector} on one Lease. */
export class LeaseElector implements LeaderElector {
  #isRunning = false;
  #hasStopTimedOut = false;
  #heldLease: HeldLease | undefined;

  constructor(private readonly options: LeaseElectorOptions) {}

  get identity(): string {
    return this.options.identity;
  }

  get state(): LeaderElectionState {
    if (this.#hasStopTimedOut) return 'stop-timed-out';
    if (!this.#isRunning) return 'idle';
    return this.#heldLease ? 'leading' : 'standby';
  }

  get isLeader(): boolean {
    return this.#heldLease?.valid ?? false;
  }

  async run(
    onStartedLeading: (leadership: Leadership) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { api } = this.options;
    if (this.#isRunning || this.#hasStopTimedOut) {
      throw new Error(`This candidate for ${api.name} runs already.`);
    }
    this.#isRunning = true;
    this.#reportLeading(false);
    try {
      const lease = await this.#acquire(signal);
      if (lease) await this.#lead(lease, onStartedLeading, signal);
    } finally {
      this.#heldLease = undefined;
      this.#isRunning = false;
      this.#reportLeading(false);
    }
  }

  /** Resolves with undefined when the signal aborted first. */
  async #acquire(signal: AbortSignal): Promise<HeldLease | undefined> {
    const standby = new LeaseCandidate(this.options, signal);
    const acquired = await standby.acquire();
    if (!acquired) return undefined;
    const lease = HeldLease.start(this.options, acquired);
    this.#heldLease = lease;
    if (signal.aborted) {
      await lease.release();
      return undefined;
    }
    this.#reportLeading(true);
    this.options.logger.info(
      { transitions: lease.transitions },
      'started leading',
    );
    return lease;
  }

  async #lead(
    lease: HeldLease,
    onStartedLeading: (leadership: Leadership) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const ending = joinSignals([signal]);
    const leadership: Leadership = {
      signal: ending.signal,
      guard: lease.guard,
      transitions: lease.transitions,
    };
    const work = outcomeOf((async () => onStartedLeading(leadership))());
    const first = await Promise.race([work, lease.lost]);
    ending.release();
    if (first instanceof LeaseLostError) {
      this.#reportLeading(false);
      ending.abort(first);
      await this.#waitForStop(work);
      throw first;
    }
    await lease.release();
    if (first.failed && !isStopOf(signal, first.error)) throw first.error;
  }

  /** Waits for the aborted work after the lease was lost, up to the grace period. */
  async #waitForStop(work: Promise<Outcome>): Promise<void> {
    const { logger, onStopTimeout } = this.options;
    const done = new AbortController();
    const stopped = await Promise.race([
      work.then(() => true),
      waitMs(graceMs, done.signal).then(() => false),
    ]);
    done.abort();
    if (stopped) return;
    this.#hasStopTimedOut = true;
    logger.error(
      {},
      'the work did not stop in time after the lease was lost: exiting',
    );
    onStopTimeout();
  }

  #reportLeading(isLeading: boolean): void {
    const { api, metrics } = this.options;
    metrics?.leading(api.name, isLeading);
  }
}
