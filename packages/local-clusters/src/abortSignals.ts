/**
 * A caller's abort signal, as long as something starts: what runs then is stopped in order, not all at once.
 */

/** Runs `start` with a signal that follows `signal` only until `start` is done. */
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

/** Stops what was started when the signal is aborted from now on. Returns `stop`, to be used instead of the given one. */
export function stopOnAbort(
  signal: AbortSignal | undefined,
  stop: () => Promise<void>,
): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const once = () => (stopped ??= stop());
  // Its failure, if any, reaches the one who calls stop().
  const aborted = () => void once().catch(() => undefined);
  if (signal?.aborted) aborted();
  else signal?.addEventListener('abort', aborted, { once: true });
  return once;
}
