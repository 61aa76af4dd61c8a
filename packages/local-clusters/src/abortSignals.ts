/** Limits a caller's abort signal to the start: everything that runs later is stopped in order, not all at once. */

/** Runs `start` with a signal that follows `signal` only until `start` has finished. */
export async function withStartupSignal<T>(
  signal: AbortSignal | undefined,
  start: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const follow = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  try {
    return await start(own.signal);
  } finally {
    signal?.removeEventListener('abort', follow);
  }
}

/** Calls `stop` when the signal aborts. Returns a replacement for `stop` that runs only once. */
export function stopOnAbort(
  signal: AbortSignal | undefined,
  stop: () => Promise<void>,
): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const once = () => (stopped ??= stop());
  // A failure is reported to the caller of stop().
  const aborted = () => void once().catch(() => undefined);
  if (signal?.aborted) aborted();
  else signal?.addEventListener('abort', aborted, { once: true });
  return once;
}
