// Writes of objects that other clients create and delete, too.
import { isAlreadyExists, isConflict } from '../errors';
import { keyOf, parseKey } from '../keys';
import { KubeObject, ObjectMeta, Resource, Unstructured } from '../types';
import { KubeClient } from './KubeClient';
import { WriteOptions } from './requestOptions';

/**
 * Creates the object unless one of its name exists, whatever that one contains.
 * @returns whether it was created
 */
export async function createIfAbsent<T extends KubeObject = Unstructured>(
  client: Pick<KubeClient, 'create'>,
  resource: Resource<T>,
  object: T,
  options?: WriteOptions,
): Promise<boolean> {
  try {
    await client.create(resource, object, options);
    return true;
  } catch (error) {
    if (isAlreadyExists(error)) return false;
    throw error;
  }
}

/** Deletes exactly this object, by UID; a newer one of its name is kept. */
export async function deleteIfSame<T extends KubeObject>(
  client: Pick<KubeClient, 'delete'>,
  resource: Resource<T>,
  object: { metadata: ObjectMeta },
): Promise<void> {
  // Without a UID the deletion would be unconditional; no object has an empty one.
  const { uid = '' } = object.metadata;
  try {
    await client.delete(resource, parseKey(keyOf(object)), {
      preconditions: { uid },
    });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
}
