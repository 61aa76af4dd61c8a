// Waiting that ends early when nobody wants it any more.
import { setTimeout as delay } from 'node:timers/promises';

/** Node fires longer timers at once. 24 days. */
export const maxTimerMs = 2 ** 31 - 1;

/** Resolves after the time, 24 days at most, or as soon as the signal aborts. Never rejects. */
export function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  const boundMs = Math.min(ms, maxTimerMs);
  return delay(boundMs, undefined, { signal }).catch(() => undefined);
}

/**
 * Waits for a promise as long as somebody wants it.
 * @throws the signal's reason when that comes first.
 */
export function rejectOnAbort<T>(
  promise: Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    // Asked in any case: a rejection must find somebody who hears it.
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** A promise and the functions that settle it. */
export interface Deferred<T> {
  /** Waits for the first of the calls. */
  promise: Promise<T>;
  /** It went well; later calls do nothing. */
  resolve(value: T): void;
  /** It failed; later calls do nothing. */
  reject(reason: unknown): void;
}

/** A promise to be settled from outside. Left alone, its rejection does no harm. */
export function deferred<T>(): Deferred<T> {
  let callbacks: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    callbacks = { resolve, reject };
  });
  promise.catch(() => undefined);
  return {
    promise,
    resolve: value => callbacks?.resolve(value),
    reject: reason => callbacks?.reject(reason),
  };
}
