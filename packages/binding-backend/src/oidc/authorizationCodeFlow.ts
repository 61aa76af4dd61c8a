/** Sign-in with a browser: authorization code flow with PKCE, implemented by openid-client. */
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type Configuration,
} from 'openid-client';
import { SignInError } from '../errors/SignInError';
import { isSecureTransport } from '../loopback';
import type { SignInChecks } from './IdentityProvider';
import type { ProviderSettings } from './providerSettings';
import { signInMismatchError } from './signInFailure';
import { isFromFuture, userFromClaims, type Claims } from './userFromClaims';

/** The authorization URL to redirect the browser to. */
export const authorizationUrl = async (
  configuration: Configuration,
  settings: ProviderSettings,
  request: { redirectUri: string; checks: SignInChecks },
): Promise<URL> => {
  const { state, nonce, codeVerifier } = request.checks;
  const url = buildAuthorizationUrl(configuration, {
    ...settings.extraRequestParams,
    client_id: settings.clientId,
    response_type: 'code',
    redirect_uri: request.redirectUri,
    scope: settings.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  if (isSecureTransport(url)) return url;
  throw new SignInError(
    'Unavailable',
    `The sign-in page of ${settings.title} has no https, so passwords could be intercepted. Tell the operator.`,
  );
};

/** Checks of the ID token that openid-client does not do. */
const requireValidIdToken = (
  claims: Claims,
  { clientId, title }: ProviderSettings,
): void => {
  if (claims.azp !== undefined && claims.azp !== clientId) {
    throw signInMismatchError(
      title,
      'its ID token is for another client ("azp")',
    );
  }
  if (isFromFuture(claims)) {
    throw signInMismatchError(
      title,
      'its ID token was issued in the future ("iat")',
    );
  }
};

/**
 * The verified claims of a callback.
 * @throws errors of openid-client, and SignInError
 */
export const claimsFromCallback = async (
  configuration: Configuration,
  settings: ProviderSettings,
  { callback, checks }: { callback: URL; checks: SignInChecks },
): Promise<Claims> => {
  const tokens = await authorizationCodeGrant(configuration, callback, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims() ?? {};
  requireValidIdToken(claims, settings);
  if (!settings.userInfo) return claims;
  const { subject } = userFromClaims(claims, settings.claimMapping);
  const userInfo = await fetchUserInfo(
    configuration,
    tokens.access_token,
    subject,
  );
  return { ...userInfo, ...claims };
};
