// Who may send now: callers wait in line for the tokens of one bucket.
import { Node as ListNode, Yallist } from 'yallist';
import { checkNumber } from '../limits';
import { maxTimerMs } from '../wait';
import { AdaptiveBucket } from './AdaptiveBucket';
import { RateLimiter } from './RateLimiter';

/** How fast a cluster may be asked. */
export interface RateLimiterOptions {
  /** Requests a second while the server is content; default 100. */
  qps?: number;
  /** Requests that may follow each other at once after a pause; default 200. At a lowered rate proportionally fewer. */
  burst?: number;
  /** The rate is never lowered below this; default 1 a second, or `qps` when that is less. */
  minQps?: number;
  /** Milliseconds of a clock that never goes back; default `performance.now`. */
  now?: () => number;
  /** From 0 to 1, for the jitter of holds; default `Math.random`. */
  random?: () => number;
}

const positive = (name: string, value: number): number =>
  checkNumber(
    `The rate limiter's ${name}`,
    value,
    value > 0 && Number.isFinite(value),
    "Give a number above 0, or the client's option rateLimiter: 'unlimited'",
  );

/**
 * A token bucket for one cluster, shared by all clients that talk to it.
 *
 * - A 429 or 503 halves rate and burst (at most once a second, down to `minQps`). Answers of 200 to 499 bring them
 *   back: full use for 20 s leads from nothing to `qps`. Other answers, and none (code 0), change nothing; nor does a
 *   429 that is a `Status`, since it is about one resource and not about the rate.
 * - `Retry-After` of a 429 or 503 holds every request until it has passed, and up to a tenth longer so that several
 *   processes do not return together. More than 5 minutes is taken as 5 minutes. After a hold requests follow at
 *   the lowered rate, without a burst.
 * - Who waits is served in the order of asking. There is a timer only while somebody waits.
 *
 * @throws RangeError when `qps`, `burst` or `minQps` is not above 0
 */
export function createRateLimiter(
  options: RateLimiterOptions = {},
): RateLimiter {
  const qps = positive('qps', options.qps ?? 100);
  const burst = Math.max(1, positive('burst', options.burst ?? 200));
  const minQps = Math.min(qps, positive('minQps', options.minQps ?? 1));
  const now = options.now ?? (() => performance.now());
  const random = options.random ?? Math.random;
  const bucket = new AdaptiveBucket({ qps, burst, minQps }, now());
  const waiting = Yallist.create<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function serve(): void {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && bucket.tryTake(now())) waiting.shift()?.();
    if (waiting.length > 0) {
      // At less than a request in 24 days nobody is served then, and the wait goes on.
      const waitMs = Math.ceil(bucket.msUntilNext(now()));
      timer = setTimeout(serve, Math.min(waitMs, maxTimerMs));
    }
  }

  function waitForToken(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const node = new ListNode(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      function onAbort(): void {
        waiting.removeNode(node);
        reject(signal?.reason);
        if (waiting.length === 0) serve();
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.pushNode(node);
      if (!timer) serve();
    });
  }

  return {
    async acquire(signal) {
      signal?.throwIfAborted();
      if (waiting.length === 0 && bucket.tryTake(now())) return;
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
