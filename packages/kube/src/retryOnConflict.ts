// Optimistic concurrency: read, change, write, and again after a concurrent write.
import { isConflictOrAlreadyExists } from './errors';

/** Attempts of client-go's `retry.DefaultRetry`. */
const maxAttempts = 5;

/**
 * Runs a read-modify-write again, up to five times in all, when another client wrote in between, as client-go's
 * `retry.RetryOnConflict`. An object that was created in between (`isAlreadyExists`) is a conflict, too.
 * @param attempt - reads the object, and writes it with `metadata.resourceVersion` or `metadata.uid` as a precondition
 * @throws what the attempt throws: a conflict after the last attempt, every other error at once
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isLast = count >= maxAttempts;
      if (isLast || !isConflictOrAlreadyExists(error)) throw error;
    }
  }
}
