/** Calls `stop` when the signal aborts; at once when it has aborted already. */
export function onAbort(signal: AbortSignal, stop: () => void): void {
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}
