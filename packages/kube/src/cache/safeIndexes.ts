// Index functions from outside, made safe.
import { requireSynchronous } from '../requireSynchronous';
import { KubeObject } from '../types';
import { Logger } from '../Logger';
import { IndexFunctions } from './Contents';

function parseIndexValues(answer: unknown): string[] {
  if (Array.isArray(answer) && answer.every(each => typeof each === 'string')) {
    return answer;
  }
  throw new TypeError('it must answer with a list of texts.');
}

/**
 * The same functions; one that throws, or answers with something else than texts, is logged and gives no values, since it
 * must not stop the stream.
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
