/** The lifetime of a service account token, from its own claims. */
import { decodeJwt, type JWTPayload } from 'jose';

const claimsOf = (token: string): JWTPayload => {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
};

/**
 * Milliseconds from issue to expiry of the token. Both times are the API server's, so the result is correct on a
 * machine with another clock. Undefined when the token lacks these claims.
 */
export const tokenLifetimeMs = (token: string): number | undefined => {
  const { iat, exp } = claimsOf(token);
  // The token is not verified, so the types of its claims are checked.
  return typeof iat === 'number' && typeof exp === 'number' && exp > iat
    ? (exp - iat) * 1_000
    : undefined;
};
