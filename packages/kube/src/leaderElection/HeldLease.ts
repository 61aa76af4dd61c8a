// A lease that this process holds: renews and watches the Lease, and releases it.
import { WriteGuard } from '../client/KubeClient';
import { ApiError, isConflict, isNotFound } from '../errors';
import { Logger } from '../Logger';
import { waitMs } from '../wait';
import { leaseClock } from './clock';
import { LeaseApi } from './LeaseClient';
import { LeaseTimes } from './LeaderElector';
import { LeaseLostError } from './LeaseLostError';
import {
  observeAsLeader,
  Leading,
  LeaseSpec,
  Lost,
  leadingSince,
  releaseSpec,
  retriesWithoutWatch,
} from './leaseState';
import { LeaseTerm } from './LeaseTerm';

interface HeldLeaseOptions {
  api: LeaseApi;
  times: LeaseTimes;
  logger: Logger;
}

/** Holds the lease until it is lost or released. */
export class HeldLease {
  readonly #term: LeaseTerm;
  readonly #renewing = new AbortController();
  #renewals: Promise<void> = Promise.resolve();

  private constructor(
    private readonly options: HeldLeaseOptions,
    acquired: Leading,
  ) {
    this.#term = new LeaseTerm(options.api.name, options.times, acquired);
  }

  /** Starts to renew a lease that was just acquired. */
  static start(options: HeldLeaseOptions, acquired: Leading): HeldLease {
    const lease = new HeldLease(options, acquired);
    const { signal } = lease.#renewing;
    const term = lease.#term;
    term.signal.addEventListener('abort', () => lease.#renewing.abort());
    void term.lost.then(({ message }) =>
      options.logger.error(
        { cause: message },
        'stopped leading: lost the lease',
      ),
    );
    lease.#renewals = lease.#renew(signal);
    void lease.#watch(signal);
    return lease;
  }

  /** Allows writes while the lease is held. */
  get guard(): WriteGuard {
    return this.#term.guard;
  }

  /** How often the holder of the lease has changed. */
  get transitions(): number {
    return this.#term.state.spec.leaseTransitions ?? 0;
  }

  /** Whether the lease is held and the deadline has not passed. */
  get valid(): boolean {
    return !this.#term.hasEnded && this.#term.msLeft() > 0;
  }

  /** Resolves when the lease was lost; pending forever when it was released. */
  get lost(): Promise<LeaseLostError> {
    return this.#term.lost;
  }

  /**
   * Releases the lease, if it is still held. Call it when the work has ended. Never rejects: if the release fails,
   * others wait until the lease expires.
   */
  async release(): Promise<void> {
    const { api, logger } = this.options;
    const term = this.#term;
    this.#renewing.abort();
    await this.#renewals;
    if (term.hasEnded) return;
    term.release();
    try {
      const next = await this.#write(
        () => releaseSpec(term.state, api.microTimeNow()),
        term.releaseGuard,
      );
      if (next.phase === 'leading') logger.info({}, 'released the lease');
    } catch (error) {
      logger.warn(
        { cause: api.describeError(error) },
        'failed to release the lease; other candidates acquire it when it has expired',
      );
    }
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const { api, times, logger } = this.options;
    const term = this.#term;
    let startedAt = term.state.renewedAt;
    while (!signal.aborted) {
      const pauseMs = startedAt + times.retryMs - leaseClock();
      await waitMs(Math.max(0, pauseMs), signal);
      if (signal.aborted) return;
      startedAt = leaseClock();
      try {
        const next = await this.#write(
          () => ({ renewTime: api.microTimeNow() }),
          term.guard,
        );
        if (next.phase === 'lost') term.lose(next.end);
        else if (!term.hasEnded) term.observe(next);
      } catch (error) {
        if (term.hasEnded) return;
        logger.warn(
          {
            cause: api.describeError(error),
            msLeft: Math.round(term.msLeft()),
          },
          'failed to renew the lease, retrying',
        );
      }
    }
  }

  /**
   * Others may write as soon as the Lease is changed or deleted by hand, so the leader watches it instead of waiting
   * for the next renewal. A renewal detects what a broken watch missed.
   */
  async #watch(signal: AbortSignal): Promise<void> {
    const { api, times } = this.options;
    const term = this.#term;
    while (!signal.aborted) {
      let pauseMs = times.retryMs;
      try {
        for await (const event of api.watch(term.state.version, signal)) {
          if (event.type === 'BOOKMARK') continue;
          const seen = event.type === 'DELETED' ? undefined : event.object;
          const next = observeAsLeader(term.state, seen);
          if (next.phase === 'lost') term.lose(next.end);
        }
      } catch (error) {
        if (error instanceof ApiError) pauseMs *= retriesWithoutWatch;
      }
      await waitMs(pauseMs, signal);
    }
  }

  /**
   * Writes if the lease is still held; reads the Lease when another client has changed it, or when a response was lost.
   */
  async #write(
    specOf: () => LeaseSpec,
    guard: WriteGuard,
  ): Promise<Leading | Lost> {
    const { api } = this.options;
    const term = this.#term;
    for (let attempt = 1; ; attempt += 1) {
      const sentAt = leaseClock();
      try {
        const lease = await api.patch(term.state.version, specOf(), guard);
        return leadingSince(lease, sentAt);
      } catch (error) {
        const changed = isConflict(error) || isNotFound(error);
        if (!changed || attempt > 1) throw error;
        const next = observeAsLeader(term.state, await api.read(guard.signal));
        if (next.phase === 'lost') return next;
        term.observe(next);
      }
    }
  }
}
