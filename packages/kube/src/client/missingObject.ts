// Telling a missing object from everything else that is not found.
import { isNotFound } from '../errors';
import { ObjectKey } from '../types';

/** The 404 is about this object, and not about its resource or its namespace. */
export const isMissingObject = (error: unknown, key: ObjectKey): boolean =>
  isNotFound(error) && error.objectName === key.name;
