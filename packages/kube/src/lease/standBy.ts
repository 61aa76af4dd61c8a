// A candidate without the lease: watches it and takes it as soon as it is free.
import { Lease } from '../coreTypes';
import {
  ApiError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isNotFound,
} from '../errors';
import { Logger } from '../Logger';
import { joinSignals } from '../signals';
import { longestTimerMs, waitMs } from '../wait';
import { leaseClock } from './clock';
import { LeaseApi } from './leaseApi';
import {
  Candidate,
  claimOf,
  freeAt,
  Leading,
  proven,
  retriesWithoutWatch,
  retryJitter,
  standbySaw,
  unseen,
} from './leaseState';

interface StandByOptions {
  api: LeaseApi;
  candidate: Candidate;
  logger: Logger;
}

/** Somebody else was faster. */
const isLateness = (error: unknown): boolean =>
  isConflict(error) || isAlreadyExists(error);

/** Resolves with the lease, or with undefined when the signal aborted first. Never rejects: trouble is logged and time may heal it. */
export async function standBy(
  { api, candidate, logger }: StandByOptions,
  signal: AbortSignal,
): Promise<Leading | undefined> {
  const { retryMs, durationMs } = candidate.times;
  let state = unseen;
  let watchFrom = 0;
  let firstUntil = -Infinity;
  let marked = false;
  let holder: string | undefined;
  let trouble: string | undefined;

  const freeInMs = () => freeAt(state, candidate) - leaseClock();

  function see(lease: Lease | undefined): void {
    state = standbySaw(state, lease, leaseClock());
    const seen = state.spec?.holderIdentity;
    if (seen && seen !== holder) {
      logger.info({ holder: seen }, 'somebody else leads; standing by');
    }
    holder = seen;
  }

  function report(error: unknown): void {
    const text = api.explain(error);
    if (text === trouble) return;
    trouble = text;
    logger.warn({ cause: text }, 'cannot take part in the election yet');
  }

  /** Returns when the lease is free, or when there is nothing to follow any more. */
  async function follow(): Promise<void> {
    const { version } = state;
    if (version === undefined || leaseClock() < watchFrom) return;
    const over = joinSignals([signal]);
    const endWhenFree = () =>
      setTimeout(() => over.abort(), Math.min(freeInMs(), longestTimerMs));
    let timer = endWhenFree();
    try {
      for await (const event of api.watch(version, over.signal)) {
        trouble = undefined;
        if (event.type === 'BOOKMARK') continue;
        see(event.type === 'DELETED' ? undefined : event.object);
        if (event.type === 'DELETED' || freeInMs() <= 0) return;
        clearTimeout(timer);
        timer = endWhenFree();
      }
    } catch (error) {
      if (over.signal.aborted) return;
      if (error instanceof ApiError && !isExpired(error)) {
        watchFrom = leaseClock() + retriesWithoutWatch * retryMs;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      over.release();
    }
  }

  /** Not ended by the signal: a claim whose answer nobody hears would block the lease. */
  async function take(): Promise<Leading | undefined> {
    const claim = claimOf(state, candidate, api.time());
    const { version } = state;
    const sentAt = leaseClock();
    try {
      const lease = await (version === undefined
        ? api.create(claim)
        : api.patch(version, claim));
      return proven(lease, sentAt);
    } catch (error) {
      if (isLateness(error)) return undefined;
      if (version !== undefined && isNotFound(error)) return undefined;
      state = { ...state, unansweredClaim: claim.acquireTime };
      throw error;
    }
  }

  /**
   * Finds out whether nobody has led before: the mark was not there, and every candidate makes it before it leads.
   * Whoever finds the mark but no Lease cannot know who still works, and waits; so who made the mark stays the first for
   * as long as all others have to wait.
   */
  async function mark(): Promise<void> {
    if (marked) return;
    const askedAt = leaseClock();
    if (await api.mark(signal)) firstUntil = askedAt + durationMs;
    marked = true;
  }

  /** The first candidate waits for nobody, unless it saw one of another kind, which leaves no mark. */
  const isFree = () =>
    (state.spec === undefined && leaseClock() < firstUntil) || freeInMs() <= 0;

  while (!signal.aborted) {
    const roundAt = leaseClock();
    try {
      await mark();
      see(await api.read(signal));
      if (!isFree()) await follow();
      if (!signal.aborted && isFree()) {
        const leading = await take();
        if (leading) return leading;
      }
    } catch (error) {
      if (!signal.aborted) report(error);
    }
    const pauseMs = retryMs * (1 + (retryJitter - 1) * Math.random());
    await waitMs(Math.max(0, roundAt + pauseMs - leaseClock()), signal);
  }
  return undefined;
}
