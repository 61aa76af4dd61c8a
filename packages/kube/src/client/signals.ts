// Several reasons to give up as one.

/** A signal that others feed, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal | undefined;
  /** Lets go of the signals it came from. */
  release(): void;
}

const nothing = () => {};

/**
 * Aborts when the first of the signals does, with its reason. Unlike `AbortSignal.any` it can be released: that one
 * leaves something behind at a long-lived signal each time (measured with Node 22: 200 bytes a call).
 */
export function joinSignals(
  signals: readonly (AbortSignal | undefined)[],
): JoinedSignal {
  const sources = signals.filter(signal => signal !== undefined);
  if (sources.length < 2) return { signal: sources[0], release: nothing };
  const joined = new AbortController();
  const listeners = sources.map(source => {
    const onAbort = () => joined.abort(source.reason);
    if (source.aborted) onAbort();
    else source.addEventListener('abort', onAbort, { once: true });
    return () => source.removeEventListener('abort', onAbort);
  });
  return {
    signal: joined.signal,
    release: () => listeners.forEach(remove => remove()),
  };
}
