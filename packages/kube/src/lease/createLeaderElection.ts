// Leader election: standing by, leading, and making sure that leading ends.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { silentLogger } from '../Logger';
import { joinSignals } from '../signals';
import { waitMs } from '../wait';
import {
  Leadership,
  LeaderElection,
  LeaderElectionOptions,
  LeaderElectionState,
} from './LeaderElection';
import { leaseApi } from './leaseApi';
import { LeaseLostError } from './LeaseLostError';
import { leaseTimes } from './leaseTimes';
import { standBy } from './standBy';
import { beginTenure, Tenure } from './tenure';

/** How long work may go on after the lease was lost: timers come late, and all of it has to be over within a second. */
const graceMs = 800;

/** How work ended. */
type Outcome = { failed: false } | { failed: true; error: unknown };

const outcomeOf = (work: Promise<void>): Promise<Outcome> =>
  work.then(
    () => ({ failed: false }),
    error => ({ failed: true, error }),
  );

/** What waiting and asking throw when the signal aborts. */
const isStopOf = (signal: AbortSignal, error: unknown): boolean =>
  signal.aborted &&
  (error === signal.reason ||
    (error instanceof Error && error.name === 'AbortError'));

/**
 * Makes a candidate. It does nothing until it is run.
 * @throws Error when the times contradict each other or are longer than 24 days, or the identity is empty
 */
export function createLeaderElection(
  options: LeaderElectionOptions,
): LeaderElection {
  const { client, metrics } = options;
  const times = leaseTimes(options.times);
  const identity = options.identity ?? `${hostname()}_${randomUUID()}`;
  if (identity === '') {
    throw new Error(
      'The identity of a candidate must not be empty: an empty holder means that nobody leads.',
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
  const onOverstay = options.onOverstay ?? (() => process.exit(1));
  let running = false;
  let overstaying = false;
  let tenure: Tenure | undefined;

  /** The lease is gone; the work was told to end. */
  async function evict(work: Promise<Outcome>): Promise<void> {
    const over = new AbortController();
    const inTime = await Promise.race([
      work.then(() => true),
      waitMs(graceMs, over.signal).then(() => false),
    ]);
    over.abort();
    if (inTime) return;
    overstaying = true;
    logger.error(
      {},
      'the work goes on although the lease was lost: ending the process',
    );
    onOverstay();
  }

  async function leadWith(
    held: Tenure,
    lead: (leadership: Leadership) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const ending = joinSignals([signal]);
    const leadership: Leadership = {
      signal: ending.signal,
      guard: held.guard,
      transitions: held.transitions,
    };
    const work = outcomeOf((async () => lead(leadership))());
    const first = await Promise.race([work, held.lost]);
    ending.release();
    if (first instanceof LeaseLostError) {
      metrics?.leading(api.name, false);
      ending.abort(first);
      await evict(work);
      throw first;
    }
    await held.release();
    if (first.failed && !isStopOf(signal, first.error)) throw first.error;
  }

  async function campaign(
    lead: (leadership: Leadership) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    metrics?.leading(api.name, false);
    const candidate = { identity, times };
    const taken = await standBy({ api, candidate, logger }, signal);
    if (!taken) return;
    tenure = beginTenure({ api, times, logger }, taken);
    if (signal.aborted) {
      await tenure.release();
      return;
    }
    metrics?.leading(api.name, true);
    logger.info({ transitions: tenure.transitions }, 'this process leads');
    await leadWith(tenure, lead, signal);
  }

  return {
    identity,
    get state(): LeaderElectionState {
      if (overstaying) return 'overstaying';
      if (!running) return 'idle';
      return tenure ? 'leading' : 'standing-by';
    },
    get isLeader() {
      return tenure?.valid ?? false;
    },
    async run(lead, signal) {
      if (running || overstaying) {
        throw new Error(`This candidate for ${api.name} runs already.`);
      }
      running = true;
      try {
        await campaign(lead, signal);
      } finally {
        tenure = undefined;
        running = false;
        metrics?.leading(api.name, false);
      }
    },
  };
}
