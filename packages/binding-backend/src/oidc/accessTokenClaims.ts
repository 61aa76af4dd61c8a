/** Verification of access tokens with jose, for sign-in without a browser. */
import { decodeJwt, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { accessTokenProblem, signatureAlgorithms } from './accessToken';
import type { ProviderSettings } from './providerSettings';
import { accessTokenRefusedError } from './signInFailure';
import { clockTolerance, isFromFuture, type Claims } from './userFromClaims';

const maxLength = 16_384;
const signedJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Checks that need no request to the provider, so that an unavailable provider does not block tokens of other ones.
 * @throws errors of jose, and SignInError
 */
export const precheckAccessToken = (
  token: string,
  { issuer, title }: ProviderSettings,
): void => {
  if (token.length > maxLength) {
    throw accessTokenRefusedError(title, 'it is too long');
  }
  if (!signedJwt.test(token)) {
    throw accessTokenRefusedError(
      title,
      'it is not a signed JWT. The provider has to issue signed JWTs, not opaque or encrypted tokens',
    );
  }
  if (decodeJwt(token).iss !== issuer) {
    throw accessTokenRefusedError(title, 'it is from another issuer ("iss")');
  }
};

/**
 * The verified claims of an access token.
 * @throws errors of jose, and SignInError
 */
export const accessTokenClaims = async (
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, title, rules }: ProviderSettings,
): Promise<Claims> => {
  const { protectedHeader, payload } = await jwtVerify(token, keys, {
    issuer,
    algorithms: [...signatureAlgorithms],
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance,
  });
  const problem = isFromFuture(payload)
    ? 'it was issued in the future ("iat")'
    : accessTokenProblem(protectedHeader, payload, rules);
  if (problem) throw accessTokenRefusedError(title, problem);
  return payload;
};
