// A rate limiter: callers queue for the tokens of one bucket.
import { Fifo } from '../Fifo';
import { maxTimerMs } from '../wait';
import { AdaptiveBucket } from './AdaptiveBucket';
import { RateLimiter } from './RateLimiter';

/** Options of a rate limiter. */
export interface RateLimiterOptions {
  /** Requests per second while the server is not overloaded; default 100. */
  qps?: number;
  /** Requests that may be sent at once after a pause; default 200. Proportionally fewer at a lowered rate. */
  burst?: number;
  /** Milliseconds of a monotonic clock; default `performance.now`. */
  now?: () => number;
  /** From 0 to 1, for the jitter of `Retry-After`; default `Math.random`. */
  random?: () => number;
}

function positive(name: string, value: number): number {
  if (value > 0 && Number.isFinite(value)) return value;
  throw new RangeError(
    `The rate limiter's ${name} is ${value}. Give a number above 0, or the client's option rateLimiter: 'unlimited'.`,
  );
}

/**
 * A token bucket for one cluster, shared by all its clients.
 *
 * - A 429 or 503 halves rate and burst (at most once a second, not below one request per second). Responses from 200 to 499 restore
 *   them: full use for 20 s raises the rate from zero to `qps`. Other responses, and none (code 0), change nothing;
 *   nor does a 429 that is a `Status`, since it is about one resource and not about the rate.
 * - `Retry-After` of a 429 or 503 delays every request until it has passed, and up to a tenth longer so that several
 *   processes do not return together. More than 5 minutes counts as 5 minutes. Afterwards requests follow at the
 *   lowered rate, without a burst.
 * - Callers are served in the order of their calls. A timer runs only while a caller waits.
 *
 * @throws RangeError when `qps` or `burst` is not above 0
 */
export function createRateLimiter(
  options: RateLimiterOptions = {},
): RateLimiter {
  const qps = positive('qps', options.qps ?? 100);
  const burst = Math.max(1, positive('burst', options.burst ?? 200));
  const now = options.now ?? (() => performance.now());
  const random = options.random ?? Math.random;
  const bucket = new AdaptiveBucket({ qps, burst }, now());
  const waiting = new Fifo<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function serve(): void {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.size > 0 && bucket.tryTake(now())) waiting.shift()?.();
    if (waiting.size > 0) {
      // At less than one request in 24 days, the timer fires without a token, and the wait continues.
      const waitMs = Math.ceil(bucket.msUntilNext(now()));
      timer = setTimeout(serve, Math.min(waitMs, maxTimerMs));
    }
  }

  function waitForToken(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onToken = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      function onAbort(): void {
        waiting.remove(onToken);
        reject(signal?.reason);
        if (waiting.size === 0) serve();
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(onToken);
      if (!timer) serve();
    });
  }

  return {
    async acquire(signal) {
      signal?.throwIfAborted();
      if (waiting.size === 0 && bucket.tryTake(now())) return;
      await waitForToken(signal);
    },
    observe(observation) {
      bucket.observe(observation, now(), random());
      if (timer) serve();
    },
    get qps() {
      return bucket.rate;
    },
  };
}
