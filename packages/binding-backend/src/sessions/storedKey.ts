/** Under what a value is kept. */
import { createHash } from 'node:crypto';

/** A hash, because the id is a secret that whoever reads the store must not be able to use. */
export const storedKey = (kind: string, id: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, id]))
    .digest('base64url');
