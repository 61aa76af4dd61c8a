// Wraps index functions of callers so that they cannot stop the stream.
import { requireSynchronous } from '../requireSynchronous';
import { KubeObject } from '../types';
import { Logger } from '../Logger';
import { IndexFunctions } from './Indexer';

function parseIndexValues(answer: unknown): string[] {
  if (Array.isArray(answer) && answer.every(each => typeof each === 'string')) {
    return answer;
  }
  throw new TypeError('the index function must return a list of strings.');
}

/**
 * The index functions, wrapped: one that throws, or returns something other than strings, is logged and contributes
 * no values.
 */
export function safeIndexes<T extends KubeObject>(
  indexes: IndexFunctions<T>,
  logger: Logger,
): IndexFunctions<T> {
  return Object.fromEntries(
    Object.entries(indexes).map(([name, valuesOf]) => [
      name,
      (object: T) => {
        try {
          return parseIndexValues(
            requireSynchronous<unknown>(valuesOf(object)),
          );
        } catch (error) {
          logger.error(
            { err: error, index: name, object: object.metadata.name },
            'an index function failed; the object is not in this index',
          );
          return [];
        }
      },
    ]),
  );
}
