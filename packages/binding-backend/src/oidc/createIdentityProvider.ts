/** An OpenID Connect provider. */
import { onceUnlessFailed } from '../onceUnlessFailed';
import { accessTokenClaims, precheckAccessToken } from './accessTokenClaims';
import { authorizationUrl, claimsFromCallback } from './authorizationCodeFlow';
import { clientAuth } from './clientAuth';
import { discoverProvider } from './discoverProvider';
import type { IdentityProvider, SignInChecks } from './IdentityProvider';
import type { IdentityProviderOptions } from './identityProviderOptions';
import { providerSettings } from './providerSettings';
import { userFromClaims } from './userFromClaims';
import {
  accessTokenFailure,
  discoveryFailure,
  signInFailure,
} from './signInFailure';

const discoveryTtlMs = 3_600_000;

const secretsToRedact = (checks: SignInChecks, callback?: URL) => [
  checks.codeVerifier,
  checks.nonce,
  checks.state,
  callback?.searchParams.get('code') ?? '',
];

/**
 * Creates a provider without any request. The discovery document is fetched on first use and cached for an hour;
 * failures are not cached.
 *
 * Access tokens have to be JWTs with `iss`, `sub`, `iat` and `exp`, signed with the provider's keys. As configured,
 * tokens are matched on their audience (`audiences`), their client (`allowedClients` against `azp` or `client_id`), or
 * both; if neither is configured, the client has to be this server's own client id. Tokens of Keycloak (`aud: account`,
 * `azp: <client>`, `typ: Bearer`) and Amazon Cognito (`client_id: <client>`, `token_use: access`, no `aud`) are thus
 * matched on the client, and RFC 9068 tokens on the audience. ID tokens and tokens bound to a key are never accepted.
 * @throws BindingError `Misconfigured` when the options cannot be used
 */
export const createIdentityProvider = (
  options: IdentityProviderOptions,
): IdentityProvider => {
  const settings = providerSettings(options);
  const { id, title, claimMapping } = settings;
  const auth = clientAuth(settings.clientSecret, title);
  const discover = onceUnlessFailed(
    () =>
      discoverProvider(settings, auth.authenticate).catch(error => {
        throw discoveryFailure(error, title);
      }),
    discoveryTtlMs,
  );
  return {
    id,
    title,
    async begin(redirectUri, checks) {
      try {
        const { configuration } = await discover();
        const request = { redirectUri, checks };
        return await authorizationUrl(configuration, settings, request);
      } catch (error) {
        throw signInFailure(error, { title, secrets: secretsToRedact(checks) });
      }
    },
    async complete(callback, checks) {
      try {
        const { configuration } = await discover();
        const request = { callback, checks };
        const claims = await claimsFromCallback(
          configuration,
          settings,
          request,
        );
        return userFromClaims(claims, claimMapping);
      } catch (error) {
        const secrets = [
          ...secretsToRedact(checks, callback),
          auth.lastSecret(),
        ];
        throw signInFailure(error, { title, secrets });
      }
    },
    async verifyAccessToken(token) {
      try {
        precheckAccessToken(token, settings);
        const { keys } = await discover();
        return userFromClaims(
          await accessTokenClaims(token, keys, settings),
          claimMapping,
        );
      } catch (error) {
        throw accessTokenFailure(error, title);
      }
    },
  };
};
