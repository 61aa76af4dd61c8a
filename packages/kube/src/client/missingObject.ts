// Distinguishes a missing object from other 404 responses.
import { isNotFound } from '../errors';
import { ObjectKey } from '../types';

/** Whether a 404 is about this object, and not about its resource or its namespace. */
export const isMissingObject = (error: unknown, key: ObjectKey): boolean =>
  isNotFound(error) && error.objectName === key.name;
