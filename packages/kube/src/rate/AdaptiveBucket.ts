// A token bucket whose rate follows what the server bears. Knows no timers: the caller says what time it is.
import { maxRetryAfterMs } from '../backoff';
import { RateObservation } from './RateLimiter';

/** Of the rate, after a refusal. */
const shrinkFactor = 0.5;
/** Answers to requests that were under way together are one refusal, not many. */
const shrinkWindowMs = 1000;
/** Full use for so many seconds leads from nothing back to the whole rate. */
const growthSeconds = 20;
/** By how much at most a hold is longer than the server asked for, so that many processes do not return together. */
const retryAfterJitter = 0.1;
/** Sums of small parts of a token miss the whole by less than this. */
const epsilon = 1e-9;

/**
 * Whether the server, or what stands before it, has had enough of all requests. A 429 that is a `Status` comes from
 * behind the server's own limits and is about one resource ("storage is (re)initializing" of a new CRD) or one object.
 */
const isOverload = ({ code, reason }: RateObservation): boolean =>
  code === 503 || (code === 429 && reason !== 'TooManyRequests');

/** Bounds of a bucket. */
interface BucketLimits {
  /** Tokens a second while the server is content. */
  qps: number;
  /** Tokens that unused time may save up; at a lower rate proportionally fewer. */
  burst: number;
  /** The rate never becomes lower. */
  minQps: number;
}

/**
 * Additive increase, multiplicative decrease: a 429 or 503 halves rate and burst, at most once a second; every success
 * brings a share of them back. With `Retry-After` nothing is given until that time has passed; what follows begins
 * with one token, not with a burst.
 */
export class AdaptiveBucket {
  #rate: number;
  #tokens: number;
  /** In the future during a hold. */
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

  /** Tokens a second at present. */
  get rate(): number {
    return this.#rate;
  }

  /** Takes a token if there is one. */
  tryTake(now: number): boolean {
    if (this.msUntilNext(now) > 0) return false;
    this.#tokens -= 1;
    return true;
  }

  /** How long until there is a token; 0 when there is one. */
  msUntilNext(now: number): number {
    this.#refill(now);
    const pauseMs = Math.max(0, this.#refilledAt - now);
    const missing = 1 - this.#tokens;
    return missing < epsilon
      ? pauseMs
      : pauseMs + (missing / this.#rate) * 1000;
  }

  /**
   * Learns from an answer.
   * @param random - from 0 to 1; how much longer a hold lasts
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
    this.#rate = Math.max(this.limits.minQps, this.#rate * shrinkFactor);
    this.#tokens = Math.min(this.#tokens, this.#capacity);
    this.#shrunkAt = now;
  }

  #pause(now: number, retryAfterMs: number, random: number): void {
    const ms = Math.min(retryAfterMs, maxRetryAfterMs);
    const until = now + ms * (1 + retryAfterJitter * random);
    this.#refilledAt = Math.max(this.#refilledAt, until);
    this.#tokens = 1;
  }

  /** As many successes as the rate gives in a second add the growth of a second. */
  #grow(): void {
    const { qps } = this.limits;
    const perSuccess = qps / growthSeconds / this.#rate;
    this.#rate = Math.min(qps, this.#rate + perSuccess);
  }
}
