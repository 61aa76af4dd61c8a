// Keys of objects in caches and queues.
import { ObjectKey } from './types';

/** `namespace/name` of an object, or `name` when it is cluster-scoped. */
export function keyOf(object: {
  metadata: { namespace?: string; name?: string };
}): string {
  const { namespace, name = '' } = object.metadata;
  return namespace ? `${namespace}/${name}` : name;
}

/** The reverse of {@link keyOf}. */
export function parseKey(key: string): ObjectKey {
  const slash = key.indexOf('/');
  return slash < 0
    ? { name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
