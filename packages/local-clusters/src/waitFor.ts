/**
 * Waiting for a condition of the outside world (a server answers, a port is free) that nothing announces by an event.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** How long and how often {@link waitFor} asks. */
export interface WaitOptions {
  /** What is waited for, as the message of the timeout names it: "etcd answers". */
  what: string;
  /** Milliseconds until it gives up. */
  timeoutMs: number;
  /** Milliseconds between two questions. Default 100. */
  intervalMs?: number;
  /** Ends the wait early, with the signal's reason as the error. */
  signal?: AbortSignal;
}

/** Thrown by {@link waitFor} when the time is over; `lastError` is what the condition threw last, if it did. */
export class WaitTimeoutError extends Error {
  constructor(
    options: WaitOptions,
    readonly lastError?: unknown,
  ) {
    const last =
      lastError instanceof Error ? ` Last error: ${lastError.message}` : '';
    super(
      `Waited ${Math.round(options.timeoutMs / 1000)} s, but this did not happen: ${options.what}.${last}`,
    );
    this.name = 'WaitTimeoutError';
  }
}

/**
 * Asks `condition` until it is true. A condition that throws counts as "not yet".
 *
 * @throws WaitTimeoutError after `timeoutMs`; the signal's reason when aborted.
 */
export async function waitFor(
  condition: () => Promise<boolean> | boolean,
  options: WaitOptions,
): Promise<void> {
  const deadline = Date.now() + options.timeoutMs;
  let lastError: unknown;
  for (;;) {
    options.signal?.throwIfAborted();
    try {
      if (await condition()) return;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() >= deadline) throw new WaitTimeoutError(options, lastError);
    await delay(options.intervalMs ?? 100, undefined, {
      signal: options.signal,
    }).catch(() => undefined);
  }
}
