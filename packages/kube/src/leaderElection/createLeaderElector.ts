// Leader election: waiting as standby, leading, and ending the work when the lease is lost.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { silentLogger } from '../Logger';
import { joinSignals } from '../signals';
import { waitMs } from '../wait';
import {
  Leadership,
  LeaderElector,
  LeaderElectionOptions,
  LeaderElectionState,
} from './LeaderElector';
import { leaseApi } from './leaseApi';
import { LeaseLostError } from './LeaseLostError';
import { leaseTimes } from './leaseTimes';
import { acquireLease } from './acquireLease';
import { startLeaseRenewal, HeldLease } from './leaseRenewal';

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

/**
 * Creates a candidate, which does nothing until it is run.
 * @throws Error when the times contradict each other or are longer than 24 days, or the identity is empty
 */
export function createLeaderElector(
  options: LeaderElectionOptions,
): LeaderElector {
  const { client, metrics } = options;
  const times = leaseTimes(options.times);
  const identity = options.identity ?? `${hostname()}_${randomUUID()}`;
  if (identity === '') {
    throw new Error(
      'The identity of a candidate must not be empty: an empty holder means that the lease is free.',
    );
  }
  const api = leaseApi({
    client,
    ...options.lease,
    timeoutMs: times.renewDeadlineMs / 2,
  });
  const logger = (options.logger ?? silentLogger).child({
    lease: api.name,
    identity,
  });
  // eslint-disable-next-line no-restricted-syntax -- ending the process is what this is for
  const onStopTimeout = options.onStopTimeout ?? (() => process.exit(1));
  let running = false;
  let stopTimedOut = false;
  let heldLease: HeldLease | undefined;

  /** Waits for the aborted work after the lease was lost, up to the grace period. */
  async function waitForStop(work: Promise<Outcome>): Promise<void> {
    const done = new AbortController();
    const stopped = await Promise.race([
      work.then(() => true),
      waitMs(graceMs, done.signal).then(() => false),
    ]);
    done.abort();
    if (stopped) return;
    stopTimedOut = true;
    logger.error(
      {},
      'the work did not stop in time after the lease was lost: exiting',
    );
    onStopTimeout();
  }

  async function leadUntilLost(
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
      metrics?.leading(api.name, false);
      ending.abort(first);
      await waitForStop(work);
      throw first;
    }
    await lease.release();
    if (first.failed && !isStopOf(signal, first.error)) throw first.error;
  }

  async function acquireAndLead(
    onStartedLeading: (leadership: Leadership) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    metrics?.leading(api.name, false);
    const candidate = { identity, times };
    const acquired = await acquireLease({ api, candidate, logger }, signal);
    if (!acquired) return;
    heldLease = startLeaseRenewal({ api, times, logger }, acquired);
    if (signal.aborted) {
      await heldLease.release();
      return;
    }
    metrics?.leading(api.name, true);
    logger.info({ transitions: heldLease.transitions }, 'started leading');
    await leadUntilLost(heldLease, onStartedLeading, signal);
  }

  return {
    identity,
    get state(): LeaderElectionState {
      if (stopTimedOut) return 'stop-timed-out';
      if (!running) return 'idle';
      return heldLease ? 'leading' : 'standby';
    },
    get isLeader() {
      return heldLease?.valid ?? false;
    },
    async run(onStartedLeading, signal) {
      if (running || stopTimedOut) {
        throw new Error(`This candidate for ${api.name} runs already.`);
      }
      running = true;
      try {
        await acquireAndLead(onStartedLeading, signal);
      } finally {
        heldLease = undefined;
        running = false;
        metrics?.leading(api.name, false);
      }
    },
  };
}
