// Time limits for asynchronous work.

/** A time limit in milliseconds, and the error that the work is aborted with. */
export interface Deadline {
  ms: number;
  error: () => Error;
}

/** Something that can be aborted, such as an `AbortController`. */
interface AbortHandle {
  abort(reason: Error): void;
}

/**
 * Runs the work and aborts `stop` when the time limit passes; the work has to end on that abort. The timer is cleared
 * when the work ends.
 */
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
