// A leader's time in office: renewing, the deadline, and giving the lease up.
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

/** The lease, held. */
export interface HeldLease {
  readonly guard: WriteGuard;
  readonly transitions: number;
  /** Whether it is held and the deadline has not passed. */
  readonly valid: boolean;
  /** Resolves when it was lost; pending for ever when it was given up. */
  readonly lost: Promise<LeaseLostError>;
  /** Gives it up, if it is still ours. To be called when the work has ended. Never rejects: others then wait until it runs out. */
  release(): Promise<void>;
}

interface LeaseRenewalOptions {
  api: LeaseApi;
  times: LeaseTimes;
  logger: Logger;
}

/** Begins to renew what was just taken. */
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
    // After a pause the news that somebody took it may come before the timer.
    const error = end(msLeft() <= 0 ? 'expired' : how);
    logger.error({ cause: error.message }, 'stopped leading: lost the lease');
    lost.resolve(error);
  }

  // The timer is for those who wait; whoever writes is measured at that moment, since timers come late after a pause.
  function check(): void {
    if (!ended && msLeft() <= 0) onLeaseLost('expired');
    if (ended) throw ended;
  }
  const guard: WriteGuard = { check, signal: writes.signal };

  /** For giving it up, when the work may not write any more. */
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

  /** Writes under the condition that the lease is still ours; reads it when somebody changed it, or an answer was lost. */
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
          'the lease could not be renewed; trying again',
        );
      }
    }
  }
  const renewals = renewLoop();

  /** Others may write as soon as the lease is taken or deleted by hand, so that is not left to the next renewal. What a broken stream misses, that finds. */
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
        if (next.phase === 'leading') logger.info({}, 'the lease was given up');
      } catch (error) {
        logger.warn(
          { cause: api.describeError(error) },
          'the lease could not be given up; others take it when it has run out',
        );
      }
    },
  };
}
