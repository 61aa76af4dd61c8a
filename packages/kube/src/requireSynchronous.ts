// What functions from outside answer.
import { types } from 'node:util';

/**
 * What is asked for must be there at once: nobody waits for a promise, and its rejection would end the process.
 * @throws TypeError when it is a promise
 */
export function requireSynchronous<T>(answer: T): T {
  if (!types.isPromise(answer)) return answer;
  answer.catch(() => undefined);
  throw new TypeError(
    'it answered with a promise. Let it look at what is known already.',
  );
}
