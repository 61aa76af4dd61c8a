/** Waiting that ends with a signal. */

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** @throws the signal's reason when that comes first. */
export const orAborted = <T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> =>
  Promise.race([
    promise,
    aborted(signal).then(() => Promise.reject(signal.reason)),
  ]);
