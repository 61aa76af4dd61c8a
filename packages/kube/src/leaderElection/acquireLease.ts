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
import { maxTimerMs, waitMs } from '../wait';
import { leaseClock } from './clock';
import { LeaseApi } from './leaseApi';
import {
  Candidate,
  acquireSpec,
  freeAt,
  Leading,
  leadingSince,
  retriesWithoutWatch,
  retryJitter,
  observeAsStandby,
  initialStandby,
} from './leaseState';

interface AcquireLeaseOptions {
  api: LeaseApi;
  candidate: Candidate;
  logger: Logger;
}

/** Somebody else was faster. */
const isLostRace = (error: unknown): boolean =>
  isConflict(error) || isAlreadyExists(error);

/** Resolves with the lease, or with undefined when the signal aborted first. Never rejects: trouble is logged and time may heal it. */
export async function acquireLease(
  { api, candidate, logger }: AcquireLeaseOptions,
  signal: AbortSignal,
): Promise<Leading | undefined> {
  const { retryMs, durationMs } = candidate.times;
  let state = initialStandby;
  let watchFrom = 0;
  let firstUntil = -Infinity;
  let marked = false;
  let holder: string | undefined;
  let reportedCause: string | undefined;

  const freeInMs = () => freeAt(state, candidate) - leaseClock();

  function observe(lease: Lease | undefined): void {
    state = observeAsStandby(state, lease, leaseClock());
    const seen = state.spec?.holderIdentity;
    if (seen && seen !== holder) {
      logger.info(
        { holder: seen },
        'another process holds the lease; waiting as standby',
      );
    }
    holder = seen;
  }

  function logFailure(error: unknown): void {
    const text = api.describeError(error);
    if (text === reportedCause) return;
    reportedCause = text;
    logger.warn({ cause: text }, 'failed to acquire the lease, retrying');
  }

  /** Returns when the lease is free, or when there is nothing to follow any more. */
  async function watchUntilFree(): Promise<void> {
    const { version } = state;
    if (version === undefined || leaseClock() < watchFrom) return;
    const stop = joinSignals([signal]);
    const endWhenFree = () =>
      setTimeout(() => stop.abort(), Math.min(freeInMs(), maxTimerMs));
    let timer = endWhenFree();
    try {
      for await (const event of api.watch(version, stop.signal)) {
        reportedCause = undefined;
        if (event.type === 'BOOKMARK') continue;
        observe(event.type === 'DELETED' ? undefined : event.object);
        if (event.type === 'DELETED' || freeInMs() <= 0) return;
        clearTimeout(timer);
        timer = endWhenFree();
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof ApiError && !isExpired(error)) {
        watchFrom = leaseClock() + retriesWithoutWatch * retryMs;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      stop.release();
    }
  }

  /** Not ended by the signal: a claim whose answer nobody hears would block the lease. */
  async function tryAcquire(): Promise<Leading | undefined> {
    const record = acquireSpec(state, candidate, api.microTimeNow());
    const { version } = state;
    const sentAt = leaseClock();
    try {
      const lease = await (version === undefined
        ? api.create(record)
        : api.patch(version, record));
      return leadingSince(lease, sentAt);
    } catch (error) {
      if (isLostRace(error)) return undefined;
      if (version !== undefined && isNotFound(error)) return undefined;
      state = { ...state, unansweredAcquireTime: record.acquireTime };
      throw error;
    }
  }

  /**
   * Finds out whether nobody has led before: the mark was not there, and every candidate makes it before it leads.
   * Whoever finds the mark but no Lease cannot know who still works, and waits; so who made the mark stays the first for
   * as long as all others have to wait.
   */
  async function ensureMarker(): Promise<void> {
    if (marked) return;
    const askedAt = leaseClock();
    if (await api.ensureMarker(signal)) firstUntil = askedAt + durationMs;
    marked = true;
  }

  /** The first candidate waits for nobody, unless it saw one of another kind, which leaves no mark. */
  const isFree = () =>
    (state.spec === undefined && leaseClock() < firstUntil) || freeInMs() <= 0;

  while (!signal.aborted) {
    const attemptStartedAt = leaseClock();
    try {
      await ensureMarker();
      observe(await api.read(signal));
      if (!isFree()) await watchUntilFree();
      if (!signal.aborted && isFree()) {
        const leading = await tryAcquire();
        if (leading) return leading;
      }
    } catch (error) {
      if (!signal.aborted) logFailure(error);
    }
    const pauseMs = retryMs * (1 + (retryJitter - 1) * Math.random());
    await waitMs(
      Math.max(0, attemptStartedAt + pauseMs - leaseClock()),
      signal,
    );
  }
  return undefined;
}
