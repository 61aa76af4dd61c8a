// Waits that end early when a signal aborts.
import { setTimeout as delay } from 'node:timers/promises';

/** Longest timer of Node, 24 days; longer ones fire at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** Resolves after the time, 24 days at most, or as soon as the signal aborts. Never rejects. */
export function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  const boundMs = Math.min(ms, maxTimerMs);
  return delay(boundMs, undefined, { signal }).catch(() => undefined);
}

/**
 * Resolves or rejects as the promise does, unless the signal aborts first.
 * @throws the signal's reason when the signal aborts first
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
    // Attached even after an abort, so that a later rejection is handled.
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** A promise with the functions that settle it. */
export interface Deferred<T> {
  /** Settled by the first of the two calls. */
  promise: Promise<T>;
  /** Resolves the promise; later calls do nothing. */
  resolve(value: T): void;
  /** Rejects the promise; later calls do nothing. */
  reject(reason: unknown): void;
}

/** A promise that is settled from outside. An unhandled rejection of it does not end the process. */
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
