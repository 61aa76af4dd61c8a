/** Random values that stand for a right, and how they are compared. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits, in the alphabet of URLs. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The S256 challenge of a verifier (RFC 7636). */
export const challengeOf = (verifier: string): string =>
  digest(verifier).toString('base64url');

/** Takes the same time wherever the two differ, and whatever their lengths. */
export const equalsConstantTime = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));
