// Index functions from outside, made safe.
import { KubeObject, Logger } from '../types';
import { IndexFunctions } from './Contents';

/** The same functions; one that throws is logged and gives no values, since it must not stop the stream. */
export function guardIndexes<T extends KubeObject>(
  indexes: IndexFunctions<T>,
  logger: Logger,
): IndexFunctions<T> {
  return Object.fromEntries(
    Object.entries(indexes).map(([name, valuesOf]) => [
      name,
      (object: T) => {
        try {
          return valuesOf(object);
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
