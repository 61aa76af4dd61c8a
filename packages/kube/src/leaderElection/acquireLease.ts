// A candidate without the lease: watches the Lease and acquires it as soon as it is free.
import { Lease } from '../coreTypes';
import {
  ApiError,
  isConflictOrAlreadyExists,
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

/**
 * Resolves with the lease, or with undefined when the signal aborted first. Never rejects: errors are logged and
 * retried.
 */
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

  /** Returns when the lease is free, or when the watch ended. */
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

  /** Not aborted by the signal: an acquisition whose response is lost would block the lease. */
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
      if (isConflictOrAlreadyExists(error)) return undefined;
      if (version !== undefined && isNotFound(error)) return undefined;
      state = { ...state, unansweredAcquireTime: record.acquireTime };
      throw error;
    }
  }

  /**
   * Finds out whether there was no leader before: the marker did not exist, and every candidate creates the marker
   * before it leads. A candidate that finds the marker but no Lease cannot know whether a leader still works, and
   * waits; so the creator of the marker stays the first leader for as long as all others have to wait.
   */
  async function ensureMarker(): Promise<void> {
    if (marked) return;
    const askedAt = leaseClock();
    if (await api.ensureMarker(signal)) firstUntil = askedAt + durationMs;
    marked = true;
  }

  /**
   * The first candidate need not wait, unless it has seen a holder of another implementation, which creates no
   * marker.
   */
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
