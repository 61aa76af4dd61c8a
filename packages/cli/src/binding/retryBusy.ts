/** Repeats a request that a provider could not serve at that moment. */
import { setTimeout as delay } from 'node:timers/promises';
import { LostConnection, ProviderError } from './providerRequest';

/** How requests are repeated. */
export interface RetryOptions {
  signal?: AbortSignal;
  /** Milliseconds from the first request after which none is repeated; default two minutes. */
  limitMs?: number;
  /** Milliseconds without any answer after which no request is repeated; default 20 seconds. */
  lostLimitMs?: number;
  /** Milliseconds before the first repetition, doubled for each further one, up to 15 seconds; default 1 second. */
  firstDelayMs?: number;
}

const highestDelayMs = 15_000;

/** Whether the same request may succeed later: the provider has too many requests, or a failure of its own. */
const isBusy = (error: unknown): error is ProviderError =>
  error instanceof ProviderError &&
  (error.status === 429 || error.status >= 500);

/**
 * Runs `send` until the provider serves it. Waits as long as its `Retry-After` asks; a lost connection is given less
 * time, because an address without a server never answers.
 *
 * @throws the last error when the provider refuses, or the time until the next request is beyond the limit
 */
export async function retryBusy<T>(
  send: () => Promise<T>,
  {
    firstDelayMs = 1_000,
    limitMs = 120_000,
    lostLimitMs = 20_000,
    signal,
  }: RetryOptions = {},
): Promise<T> {
  const limit = Date.now() + limitMs;
  let lostLimit: number | undefined;
  for (let delayMs = firstDelayMs; ; delayMs *= 2) {
    try {
      return await send();
    } catch (error) {
      const isLost = error instanceof LostConnection;
      if (!isLost && !isBusy(error)) throw error;
      lostLimit = isLost ? (lostLimit ?? Date.now() + lostLimitMs) : undefined;
      const asked = isLost ? undefined : error.retryAfterMs;
      const waitMs = asked ?? Math.min(delayMs, highestDelayMs);
      if (Date.now() + waitMs > Math.min(limit, lostLimit ?? limit)) {
        throw error;
      }
      await delay(waitMs, undefined, { signal });
    }
  }
}
