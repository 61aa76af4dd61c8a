// Results of callbacks.
import { types } from 'node:util';

/**
 * Rejects promises: callers need the result at once, and the rejection of a promise that is not awaited would end the
 * process.
 * @throws TypeError when the result is a promise
 */
export function requireSynchronous<T>(answer: T): T {
  if (!types.isPromise(answer)) return answer;
  answer.catch(() => undefined);
  throw new TypeError(
    'the function returned a promise. Return a value that is already known.',
  );
}
