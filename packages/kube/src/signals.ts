// Several reasons to give up as one.

/** A controller whose signal others feed, too, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Aborts the signal, and none of those it came from. */
  abort(reason?: unknown): void;
  /** Lets go of the signals it came from. */
  release(): void;
}

/**
 * Aborts when the first of the signals does, with its reason. Unlike `AbortSignal.any` it can be released: that one
 * leaves something behind at a long-lived signal each time (measured with Node 22: 200 bytes a call).
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
