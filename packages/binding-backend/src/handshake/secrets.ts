/** Random secrets, and their comparison in constant time. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The S256 challenge of a verifier (RFC 7636). */
export const challengeOf = (verifier: string): string =>
  digest(verifier).toString('base64url');

/** Compares two texts in a time that depends neither on the position of a difference nor on their lengths. */
export const equalsConstantTime = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));
