/** Work that is done when it is first needed, and again only after it failed or grew old. */

/**
 * One attempt that all callers share. What failed is never kept: the next caller tries again.
 * @param ttlMs - after which what succeeded is made anew; left out: never
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
