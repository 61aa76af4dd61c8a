/** How long a service account token lives, by its own words. */

/** The claims of a token that tell its life; both in seconds since 1970, by the API server's clock. */
interface TimeClaims {
  iat: number;
  exp: number;
}

const hasTimes = (claims: unknown): claims is TimeClaims =>
  typeof claims === 'object' &&
  claims !== null &&
  'iat' in claims &&
  'exp' in claims &&
  typeof claims.iat === 'number' &&
  typeof claims.exp === 'number';

const claimsOf = (token: string): unknown => {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url');
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Milliseconds from the token's making to its end. Both moments are the API server's, so that the result holds on a
 * machine whose clock differs. Undefined when the token does not say.
 */
export const tokenLife = (token: string): number | undefined => {
  const claims = claimsOf(token);
  return hasTimes(claims) && claims.exp > claims.iat
    ? (claims.exp - claims.iat) * 1_000
    : undefined;
};
