/** Sign-in without a browser: a signed access token, by jose. */
import { decodeJwt, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { accessTokenProblem, signatureAlgorithms } from './accessToken';
import type { ProviderSettings } from './providerSettings';
import { accessTokenRefusedError } from './signInFailure';
import { clockTolerance, isFromFuture, type Claims } from './userFromClaims';

const maxLength = 16_384;
const signedJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Refuses what needs no provider to be refused: so a provider that is away stands in nobody's way who has a token of
 * another one.
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
      'it is not a signed JWT, so nothing can be read from it. The provider has to issue signed JWTs, not opaque or encrypted tokens',
    );
  }
  if (decodeJwt(token).iss !== issuer) {
    throw accessTokenRefusedError(title, 'it is of another issuer ("iss")');
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
    ? 'it is from the future ("iat")'
    : accessTokenProblem(protectedHeader, payload, rules);
  if (problem) throw accessTokenRefusedError(title, problem);
  return payload;
};
