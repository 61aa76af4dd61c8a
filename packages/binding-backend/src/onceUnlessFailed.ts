/** A cached asynchronous result that is computed on first use, and again after a failure or its expiry. */

/**
 * One attempt that all callers share. A failure is never cached: the next caller tries again.
 * @param ttlMs - lifetime of a result in milliseconds. Default: unlimited
 */
export const onceUnlessFailed = <T>(
  make: () => Promise<T>,
  ttlMs = Infinity,
): (() => Promise<T>) => {
  let attempt: { result: Promise<T>; since: number } | undefined;
  return () => {
    if (attempt && Date.now() - attempt.since < ttlMs) return attempt.result;
    const result = make();
    const mine = { result, since: Date.now() };
    attempt = mine;
    result.catch(() => {
      if (attempt === mine) attempt = undefined;
    });
    return result;
  };
};
