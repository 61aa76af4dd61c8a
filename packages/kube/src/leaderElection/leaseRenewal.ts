// A leader's lease term: renewals, the deadline, and the release.
import { WriteGuard } from '../client/KubeClient';
import { ApiError, isConflict, isNotFound } from '../errors';
import { Logger } from '../Logger';
import { deferred, waitMs } from '../wait';
import { leaseClock } from './clock';
import { LeaseApi } from './leaseApi';
import { LeaseTimes } from './LeaderElector';
import { LeaseEnd, LeaseLostError } from './LeaseLostError';
import {
  deadlineOf,
  observeAsLeader,
  Leading,
  LeaseSpec,
  Lost,
  leadingSince,
  releaseSpec,
  retriesWithoutWatch,
} from './leaseState';

/** A lease that this process holds. */
export interface HeldLease {
  readonly guard: WriteGuard;
  readonly transitions: number;
  /** Whether the lease is held and the deadline has not passed. */
  readonly valid: boolean;
  /** Resolves when the lease was lost; pending forever when it was released. */
  readonly lost: Promise<LeaseLostError>;
  /**
   * Releases the lease, if it is still held. Call it when the work has ended. Never rejects: if the release fails,
   * others wait until the lease expires.
   */
  release(): Promise<void>;
}

interface LeaseRenewalOptions {
  api: LeaseApi;
  times: LeaseTimes;
  logger: Logger;
}

/** Starts to renew a lease that was just acquired. */
export function startLeaseRenewal(
  { api, times, logger }: LeaseRenewalOptions,
  acquired: Leading,
): HeldLease {
  let state = acquired;
  let ended: LeaseLostError | undefined;
  let timer: NodeJS.Timeout | undefined;
  const writes = new AbortController();
  const renewing = new AbortController();
  const lost = deferred<LeaseLostError>();

  const msLeft = () => deadlineOf(state, times) - leaseClock();

  function end(how: LeaseEnd): LeaseLostError {
    ended = new LeaseLostError(api.name, how);
    clearTimeout(timer);
    renewing.abort();
    writes.abort(ended);
    return ended;
  }

  function onLeaseLost(how: LeaseEnd): void {
    if (ended) return;
    // After a pause, a watch event about a new holder may arrive before the deadline timer.
    const error = end(msLeft() <= 0 ? 'expired' : how);
    logger.error({ cause: error.message }, 'stopped leading: lost the lease');
    lost.resolve(error);
  }

  // The timer ends work that is waiting; each write checks the time itself, since timers fire late after a pause.
  function check(): void {
    if (!ended && msLeft() <= 0) onLeaseLost('expired');
    if (ended) throw ended;
  }
  const guard: WriteGuard = { check, signal: writes.signal };

  /** For the release, when the work may no longer write. */
  const beforeDeadline: WriteGuard = {
    check() {
      if (msLeft() <= 0) throw new LeaseLostError(api.name, 'expired');
    },
    signal: new AbortController().signal,
  };

  const scheduleExpiry = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (msLeft() > 0) scheduleExpiry();
      else onLeaseLost('expired');
    }, msLeft());
  };
  scheduleExpiry();

  /**
   * Writes if the lease is still held; reads the Lease when another client has changed it, or when a response was
   * lost.
   */
  async function write(
    specOf: () => LeaseSpec,
    writeGuard: WriteGuard,
  ): Promise<Leading | Lost> {
    for (let attempt = 1; ; attempt += 1) {
      const sentAt = leaseClock();
      try {
        const lease = await api.patch(state.version, specOf(), writeGuard);
        return leadingSince(lease, sentAt);
      } catch (error) {
        const changed = isConflict(error) || isNotFound(error);
        if (!changed || attempt > 1) throw error;
        const next = observeAsLeader(state, await api.read(writeGuard.signal));
        if (next.phase === 'lost') return next;
        state = next;
      }
    }
  }

  async function renewLoop(): Promise<void> {
    let startedAt = state.renewedAt;
    while (!renewing.signal.aborted) {
      const pauseMs = startedAt + times.retryMs - leaseClock();
      await waitMs(Math.max(0, pauseMs), renewing.signal);
      if (renewing.signal.aborted) return;
      startedAt = leaseClock();
      try {
        const next = await write(
          () => ({ renewTime: api.microTimeNow() }),
          guard,
        );
        if (next.phase === 'lost') onLeaseLost(next.end);
        else if (!ended) {
          state = next;
          scheduleExpiry();
        }
      } catch (error) {
        if (ended) return;
        logger.warn(
          { cause: api.describeError(error), msLeft: Math.round(msLeft()) },
          'failed to renew the lease, retrying',
        );
      }
    }
  }
  const renewals = renewLoop();

  /**
   * Others may write as soon as the Lease is changed or deleted by hand, so the leader watches it instead of waiting
   * for the next renewal. A renewal detects what a broken watch missed.
   */
  async function watchLoop(): Promise<void> {
    while (!renewing.signal.aborted) {
      let pauseMs = times.retryMs;
      try {
        for await (const event of api.watch(state.version, renewing.signal)) {
          if (event.type === 'BOOKMARK') continue;
          const seen = event.type === 'DELETED' ? undefined : event.object;
          const next = observeAsLeader(state, seen);
          if (next.phase === 'lost') onLeaseLost(next.end);
        }
      } catch (error) {
        if (error instanceof ApiError) pauseMs *= retriesWithoutWatch;
      }
      await waitMs(pauseMs, renewing.signal);
    }
  }
  void watchLoop();

  return {
    guard,
    transitions: state.spec.leaseTransitions ?? 0,
    get valid() {
      return !ended && msLeft() > 0;
    },
    lost: lost.promise,
    async release() {
      renewing.abort();
      await renewals;
      if (ended) return;
      end('released');
      try {
        const next = await write(
          () => releaseSpec(state, api.microTimeNow()),
          beforeDeadline,
        );
        if (next.phase === 'leading') logger.info({}, 'released the lease');
      } catch (error) {
        logger.warn(
          { cause: api.describeError(error) },
          'failed to release the lease; other candidates acquire it when it has expired',
        );
      }
    },
  };
}
