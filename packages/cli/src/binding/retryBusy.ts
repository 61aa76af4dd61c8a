/** Repeats a request that a provider could not serve at that moment. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProviderError } from './providerRequest';

/** How requests are repeated. */
export interface RetryOptions {
  signal?: AbortSignal;
  /** Milliseconds from the first request after which none is repeated; default two minutes. */
  limitMs?: number;
  /** Milliseconds before the first repetition, doubled for each further one, up to 15 seconds; default 1 second. */
  firstDelayMs?: number;
}

const highestDelayMs = 15_000;

/** Whether the same request may succeed later: the provider has too many requests, or a failure of its own. */
const isBusy = (error: unknown): error is ProviderError =>
  error instanceof ProviderError &&
  (error.status === 429 || error.status >= 500);

/**
 * Runs `send` until the provider serves it. Waits as long as its `Retry-After` asks.
 *
 * @throws the last error when the provider refuses, or the time until the next request is beyond the limit
 */
export async function retryBusy<T>(
  send: () => Promise<T>,
  { firstDelayMs = 1_000, limitMs = 120_000, signal }: RetryOptions = {},
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (let delayMs = firstDelayMs; ; delayMs *= 2) {
    try {
      return await send();
    } catch (error) {
      if (!isBusy(error)) throw error;
      const waitMs = error.retryAfterMs ?? Math.min(delayMs, highestDelayMs);
      if (Date.now() + waitMs > deadline) throw error;
      await delay(waitMs, undefined, { signal });
    }
  }
}
