// How long something may take.

/** A time limit, in milliseconds, and what it ends work with. */
export interface Deadline {
  ms: number;
  error: () => Error;
}

/** What can be told to end, as an `AbortController`. */
interface AbortHandle {
  abort(reason: Error): void;
}

/** Does the work. When that takes too long, `stop` is aborted, which has to end it; afterwards nothing is. */
export async function withDeadline<R>(
  { ms, error }: Deadline,
  stop: AbortHandle,
  work: () => Promise<R>,
): Promise<R> {
  const timer = setTimeout(() => stop.abort(error()), ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
