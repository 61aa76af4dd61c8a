/** Polls for external conditions that no event announces (a server responds, a port is free). */
import { setTimeout as delay } from 'node:timers/promises';

/** Options of {@link waitFor}. */
export interface WaitOptions {
  /** The awaited condition, as named in the timeout's message: "etcd answers". */
  what: string;
  /** Timeout in milliseconds. */
  timeoutMs: number;
  /** Most milliseconds between two polls; the first ones follow sooner. Default 100. */
  intervalMs?: number;
  /** Aborting ends the wait, with the signal's reason as the error. */
  signal?: AbortSignal;
}

/** Thrown by {@link waitFor} on timeout; `lastError` is the last error thrown by the condition, if any. */
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

const SHORTEST_PAUSE_MS = 5;

/**
 * Polls `condition` until it is true, after pauses of a quarter of the time waited so far: soon when it becomes true
 * soon, and seldom when each poll is one of many requests. A condition that throws counts as "not yet".
 *
 * @throws WaitTimeoutError after `timeoutMs`; the signal's reason when aborted.
 */
export async function waitFor(
  condition: () => Promise<boolean> | boolean,
  options: WaitOptions,
): Promise<void> {
  const start = Date.now();
  const deadline = start + options.timeoutMs;
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
    const pauseMs = Math.max((Date.now() - start) / 4, SHORTEST_PAUSE_MS);
    await delay(Math.min(pauseMs, options.intervalMs ?? 100), undefined, {
      signal: options.signal,
    }).catch(() => undefined);
  }
}

/**
 * As {@link waitFor}, for a value; one that is falsy counts as "not yet".
 *
 * @returns the value
 */
export async function waitForValue<T>(
  read: () => Promise<T | undefined | null | false>,
  options: WaitOptions,
): Promise<T> {
  let found: { value: T } | undefined;
  await waitFor(async () => {
    const value = await read();
    if (!value) return false;
    found = { value };
    return true;
  }, options);
  if (!found) throw new WaitTimeoutError(options);
  return found.value;
}
