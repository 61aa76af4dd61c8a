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
import { LeaseApi } from './LeaseClient';
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
  Standby,
} from './leaseState';

interface LeaseCandidateOptions extends Candidate {
  api: LeaseApi;
  logger: Logger;
}

/** Waits as standby for one term of the lease. */
export class LeaseCandidate {
  #state: Standby = initialStandby;
  #watchFrom = 0;
  #reportedCause: string | undefined;

  /** @param signal - ends {@link LeaseCandidate.acquire} */
  constructor(
    private readonly options: LeaseCandidateOptions,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Resolves with the lease, or with undefined when the signal aborted first. Never rejects: errors are logged and
   * retried.
   */
  async acquire(): Promise<Leading | undefined> {
    const { signal } = this;
    const { retryMs } = this.options.times;
    while (!signal.aborted) {
      const startedAt = leaseClock();
      try {
        const leading = await this.#attempt();
        if (leading) return leading;
      } catch (error) {
        if (!signal.aborted) this.#logFailure(error);
      }
      const pauseMs = retryMs * (1 + (retryJitter - 1) * Math.random());
      await waitMs(Math.max(0, startedAt + pauseMs - leaseClock()), signal);
    }
    return undefined;
  }

  async #attempt(): Promise<Leading | undefined> {
    this.#observe(await this.options.api.read(this.signal));
    if (this.#freeInMs() > 0) await this.#watchUntilFree();
    return !this.signal.aborted && this.#freeInMs() <= 0
      ? this.#tryAcquire()
      : undefined;
  }

  #observe(lease: Lease | undefined): void {
    const before = this.#state.spec?.holderIdentity;
    this.#state = observeAsStandby(this.#state, lease, leaseClock());
    const holder = this.#state.spec?.holderIdentity;
    if (holder && holder !== before) {
      this.options.logger.info(
        { holder },
        'another process holds the lease; waiting as standby',
      );
    }
  }

  #freeInMs(): number {
    return freeAt(this.#state, this.options) - leaseClock();
  }

  /** Returns when the lease is free, or when the watch ended. */
  async #watchUntilFree(): Promise<void> {
    const { version } = this.#state;
    if (version === undefined || leaseClock() < this.#watchFrom) return;
    const stop = joinSignals([this.signal]);
    const endWhenFree = () =>
      setTimeout(() => stop.abort(), Math.min(this.#freeInMs(), maxTimerMs));
    let timer = endWhenFree();
    try {
      for await (const event of this.options.api.watch(version, stop.signal)) {
        this.#reportedCause = undefined;
        if (event.type === 'BOOKMARK') continue;
        this.#observe(event.type === 'DELETED' ? undefined : event.object);
        if (event.type === 'DELETED' || this.#freeInMs() <= 0) return;
        clearTimeout(timer);
        timer = endWhenFree();
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof ApiError && !isExpired(error)) {
        const { retryMs } = this.options.times;
        this.#watchFrom = leaseClock() + retriesWithoutWatch * retryMs;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      stop.release();
    }
  }

  /** Not aborted by the signal: an acquisition whose response is lost would block the lease. */
  async #tryAcquire(): Promise<Leading | undefined> {
    const api = this.options.api;
    const record = acquireSpec(this.#state, this.options, api.microTimeNow());
    const { version } = this.#state;
    const sentAt = leaseClock();
    try {
      const lease = await (version === undefined
        ? api.create(record)
        : api.patch(version, record));
      return leadingSince(lease, sentAt);
    } catch (error) {
      if (isConflictOrAlreadyExists(error)) return undefined;
      if (version !== undefined && isNotFound(error)) return undefined;
      this.#state = {
        ...this.#state,
        unansweredAcquireTime: record.acquireTime,
      };
      throw error;
    }
  }

  #logFailure(error: unknown): void {
    const cause = this.options.api.describeError(error);
    if (cause === this.#reportedCause) return;
    this.#reportedCause = cause;
    this.options.logger.warn(
      { cause },
      'failed to acquire the lease, retrying',
    );
  }
}
