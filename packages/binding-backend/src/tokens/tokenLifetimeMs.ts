/** How long a service account token lives, by its own words. */
import { decodeJwt, type JWTPayload } from 'jose';

const claimsOf = (token: string): JWTPayload => {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
};

/**
 * Milliseconds from the token's making to its end. Both moments are the API server's, so that the result holds on a
 * machine whose clock differs. Undefined when the token does not say.
 */
export const tokenLifetimeMs = (token: string): number | undefined => {
  const { iat, exp } = claimsOf(token);
  // Nothing is verified here, so the types are the token's word alone.
  return typeof iat === 'number' && typeof exp === 'number' && exp > iat
    ? (exp - iat) * 1_000
    : undefined;
};
