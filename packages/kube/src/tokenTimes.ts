/**
 * Times that a JSON Web Token claims.
 *
 * @public
 */
export interface TokenTimes {
  /** Claim `iat`. */
  issuedAt?: Date;
  /** Claim `nbf`. */
  notBefore?: Date;
  /** Claim `exp`; absent: the token does not expire. */
  expiresAt?: Date;
}

/** @param seconds - since 1970, as in a claim; undefined for what is no date */
function dateOf(seconds: unknown): Date | undefined {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function claimsOf(token: string): Record<string, unknown> | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    return (
      JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8')) ??
      undefined
    );
  } catch {
    return undefined;
  }
}

/**
 * Reads the times of a JSON Web Token without verifying it.
 *
 * @returns undefined for any other token, and when its expiry is no date
 * @public
 */
export function readTokenTimes(token: string): TokenTimes | undefined {
  const claims = claimsOf(token);
  if (typeof claims !== 'object') return undefined;
  const { iat, nbf, exp } = claims;
  const issuedAt = dateOf(iat);
  const notBefore = dateOf(nbf);
  const expiresAt = dateOf(exp);
  if (exp !== undefined && !expiresAt) return undefined;
  return {
    ...(issuedAt && { issuedAt }),
    ...(notBefore && { notBefore }),
    ...(expiresAt && { expiresAt }),
  };
}
