// Wraps the projection of a caller so that it cannot stop the stream.
import { KubeObject } from '../types';
import { Logger } from '../Logger';

/** The metadata fields that identify an object in a cache. */
const identityFields = ['name', 'namespace', 'uid', 'resourceVersion'] as const;

type Metadata = KubeObject['metadata'];

const isSame = (projected: Metadata, identity: Metadata) =>
  identityFields.every(field => projected[field] === identity[field]);

/**
 * The projection, wrapped: when it throws, or returns something that is not the same object, the failure is logged
 * and the object is kept, so that the stream continues and objects are not mixed up. The object is kept as the
 * projection left it, with its original identity: a copy of every object, only for projections that change their
 * argument, would cost too much.
 */
export function safeProject<T extends KubeObject>(
  project: ((object: T) => T) | undefined,
  logger: Logger,
): (object: T) => T {
  if (!project) return object => object;
  return object => {
    const { metadata } = object;
    // A projection that fails may already have changed its argument.
    const { name, namespace, uid, resourceVersion } = metadata;
    const identity = { name, namespace, uid, resourceVersion };
    try {
      const projected = project(object);
      if (isSame(projected.metadata, identity)) return projected;
      throw new TypeError(
        'The projection must return the object with its name, namespace, uid and resourceVersion.',
      );
    } catch (error) {
      logger.error(
        { err: error, object: name },
        'the projection failed; the object is kept without it',
      );
      return { ...object, metadata: { ...metadata, ...identity } };
    }
  };
}
