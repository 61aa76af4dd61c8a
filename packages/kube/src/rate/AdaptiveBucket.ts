// A token bucket whose rate adapts to the server's load. Uses no timers: the caller passes the time.
import { maxRetryAfterMs } from '../backoff';
import { RateObservation } from './RateLimiter';

/** Factor of the rate after a refusal. */
const shrinkFactor = 0.5;
/** Refusals of requests that ran at the same time count as one. */
const shrinkWindowMs = 1000;
/** Full use for this many seconds raises the rate from zero to its maximum. */
const growthSeconds = 20;
/** Largest added part of a `Retry-After`, so that many processes do not return together. */
const retryAfterJitter = 0.1;
/** Rounding errors of token sums are smaller than this. */
const epsilon = 1e-9;

/**
 * Whether the server, or a proxy in front of it, is overloaded. A 429 that is a `Status` comes from behind the
 * server's own limits and is about one resource ("storage is (re)initializing" of a new CRD) or one object.
 */
const isOverload = ({ code, reason }: RateObservation): boolean =>
  code === 503 || (code === 429 && reason !== 'TooManyRequests');

/** Lowest rate, in tokens per second, unless the full rate is lower. */
const minQps = 1;

/** Bounds of a bucket. */
interface BucketLimits {
  /** Tokens per second while the server is not overloaded. */
  qps: number;
  /** Tokens that can be saved up while idle; proportionally fewer at a lower rate. */
  burst: number;
}

/**
 * Additive increase, multiplicative decrease: a 429 or 503 halves rate and burst, at most once a second; each success
 * restores part of them. With `Retry-After` no tokens are given out until that time has passed, and then one token
 * first instead of a burst.
 */
export class AdaptiveBucket {
  #rate: number;
  #tokens: number;
  /** Lies in the future during a `Retry-After`. */
  #refilledAt: number;
  #shrunkAt = -Infinity;

  constructor(
    private readonly limits: BucketLimits,
    now: number,
  ) {
    this.#rate = limits.qps;
    this.#tokens = limits.burst;
    this.#refilledAt = now;
  }

  /** Present tokens per second. */
  get rate(): number {
    return this.#rate;
  }

  /** Takes a token if one is available. */
  tryTake(now: number): boolean {
    if (this.msUntilNext(now) > 0) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Milliseconds until a token is available; 0 when one is. */
  msUntilNext(now: number): number {
    this.#refill(now);
    const pauseMs = Math.max(0, this.#refilledAt - now);
    const missing = 1 - this.#tokens;
    return missing < epsilon
      ? pauseMs
      : pauseMs + (missing / this.#rate) * 1000;
  }

  /**
   * Adapts the rate to a response.
   * @param random - from 0 to 1; how much a `Retry-After` is prolonged
   */
  observe(observation: RateObservation, now: number, random: number): void {
    const { code, retryAfterSeconds } = observation;
    this.#refill(now);
    const held = this.#refilledAt > now;
    if (isOverload(observation)) {
      if (!held && now - this.#shrunkAt >= shrinkWindowMs) this.#shrink(now);
      if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) {
        this.#pause(now, retryAfterSeconds * 1000, random);
      }
    } else if (!held && code >= 200 && code < 500 && code !== 429) {
      this.#grow();
    }
  }

  #refill(now: number): void {
    if (now <= this.#refilledAt) return;
    const gained = ((now - this.#refilledAt) / 1000) * this.#rate;
    this.#tokens = Math.min(this.#capacity, this.#tokens + gained);
    this.#refilledAt = now;
  }

  get #capacity(): number {
    const { burst, qps } = this.limits;
    return Math.max(1, (burst * this.#rate) / qps);
  }

  #shrink(now: number): void {
    const lowest = Math.min(this.limits.qps, minQps);
    this.#rate = Math.max(lowest, this.#rate * shrinkFactor);
    this.#tokens = Math.min(this.#tokens, this.#capacity);
    this.#shrunkAt = now;
  }

  #pause(now: number, retryAfterMs: number, random: number): void {
    const ms = Math.min(retryAfterMs, maxRetryAfterMs);
    const until = now + ms * (1 + retryAfterJitter * random);
    this.#refilledAt = Math.max(this.#refilledAt, until);
    this.#tokens = 1;
  }

  /** Raises the rate after a success, so that a second of successes at the full rate adds the growth of one second. */
  #grow(): void {
    const { qps } = this.limits;
    const perSuccess = qps / growthSeconds / this.#rate;
    this.#rate = Math.min(qps, this.#rate + perSuccess);
  }
}
