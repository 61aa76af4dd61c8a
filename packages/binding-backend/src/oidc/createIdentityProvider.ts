/** One provider of OpenID Connect. */
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
 * A provider that is asked nothing before it is needed. What it says of itself is kept for an hour; a failure is not.
 *
 * Access tokens have to be JWTs with `iss`, `sub`, `iat` and `exp`, signed by the provider's keys. They are accepted by
 * their audience (`audiences`), by the client that got them (`allowedClients` against `azp` or `client_id`), or both,
 * as configured; without either by this server's own client id as the client. So a token of Keycloak
 * (`aud: account`, `azp: <client>`, `typ: Bearer`) and one of Amazon Cognito (`client_id: <client>`,
 * `token_use: access`, no `aud`) go by the client, and one after RFC 9068 by the audience. ID tokens are never
 * accepted, nor tokens bound to a key.
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
