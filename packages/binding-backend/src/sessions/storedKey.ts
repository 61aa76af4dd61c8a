/** Keys of stored values. */
import { createHash } from 'node:crypto';

/** A hash of the id, so that read access to the store does not reveal usable ids. */
export const storedKey = (kind: string, id: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, id]))
    .digest('base64url');
