/** Random secrets, and passwords derived from them. */
import { createHmac, randomBytes } from 'node:crypto';

/** A new random secret of 256 bits, safe in URLs and SQL. */
export const randomSecret = () => randomBytes(32).toString('base64url');

/**
 * The password for `purpose`, derived from the instance's random key. Derivation restores the same credentials in a
 * secret that was deleted, without storing any password.
 */
export function derivePassword(key: string, purpose: string): string {
  return createHmac('sha256', key)
    .update(purpose)
    .digest('base64url')
    .slice(0, 32);
}
