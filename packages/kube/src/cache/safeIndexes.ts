// Wraps index functions of callers so that they cannot stop the stream.
import { KubeObject } from '../types';
import { Logger } from '../Logger';
import { IndexFunctions } from './Indexer';

/** The index functions, wrapped: one that throws is logged and contributes no values. */
export function safeIndexes<T extends KubeObject>(
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
