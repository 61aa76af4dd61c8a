// The projection from outside, made safe.
import { requireSynchronous } from '../requireSynchronous';
import { KubeObject } from '../types';
import { Logger } from '../Logger';

/** What a cache knows an object by. */
const identityFields = ['name', 'namespace', 'uid', 'resourceVersion'] as const;

type Metadata = KubeObject['metadata'];

const isSame = (projected: Metadata | undefined, identity: Metadata) =>
  identityFields.every(field => projected?.[field] === identity[field]);

/**
 * The same function; when it throws, or gives something that is not this object any more, that is logged and the object
 * kept, since it must neither stop the stream nor mix objects up. The object is kept as the projection left it, with the
 * identity it came with: a copy of each, only for projections that change what they are given, would cost too much.
 */
export function safeProject<T extends KubeObject>(
  project: ((object: T) => T) | undefined,
  logger: Logger,
): (object: T) => T {
  if (!project) return object => object;
  return object => {
    const { metadata } = object;
    // What it is given may not be as it was any more when it has failed.
    const { name, namespace, uid, resourceVersion } = metadata;
    const identity = { name, namespace, uid, resourceVersion };
    try {
      const projected: T | undefined = requireSynchronous(project(object));
      if (projected && isSame(projected.metadata, identity)) return projected;
      throw new TypeError(
        'The projection must give the object with its name, namespace, uid and resourceVersion.',
      );
    } catch (error) {
      logger.error(
        { err: error, object: name },
        'a projection failed; the object is kept without it',
      );
      return { ...object, metadata: { ...metadata, ...identity } };
    }
  };
}
