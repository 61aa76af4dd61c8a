/** What a provider says of itself, and the keys it signs with. */
import { createRemoteJWKSet, customFetch as joseFetch } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  ClientError,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import { SignInError } from '../errors/SignInError';
import { providerFetch } from './providerFetch';
import type { ProviderSettings } from './providerSettings';

/** A provider that was reached. */
export interface DiscoveredProvider {
  configuration: Configuration;
  /** Keys for its access tokens; openid-client has its own for ID tokens. */
  keys: JWTVerifyGetKey;
}

const issuerMismatchError = (title: string) =>
  new SignInError(
    'Unavailable',
    `${title} has another issuer than is configured here, so its users are not signed in. Tell the operator to configure the issuer exactly as the discovery document has it.`,
  );

const isIssuerMismatch = (error: unknown) =>
  error instanceof ClientError &&
  error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

const requireJwksUri = (configuration: Configuration, title: string): URL => {
  const { jwks_uri: address = '' } = configuration.serverMetadata();
  if (URL.canParse(address)) return new URL(address);
  throw new SignInError(
    'Unavailable',
    `${title} does not say where its keys are, so that nothing it signs can be checked. Tell the operator.`,
  );
};

/**
 * Reads the discovery document.
 * @throws errors of openid-client, and SignInError when the document cannot be used
 */
export const discoverProvider = async (
  settings: ProviderSettings,
  authenticate: ClientAuth,
): Promise<DiscoveredProvider> => {
  const { issuer, title, clientId, timeoutMs, fetchImpl } = settings;
  const server = new URL(issuer);
  const boundedFetch = providerFetch(fetchImpl, server);
  const configuration = await discovery(
    server,
    clientId,
    undefined,
    authenticate,
    {
      [customFetch]: boundedFetch,
      timeout: timeoutMs / 1000,
      execute: [
        enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    },
  ).catch(error => {
    throw isIssuerMismatch(error) ? issuerMismatchError(title) : error;
  });
  // The library takes `https://issuer` and `https://issuer/` for the same; tenants are told apart by it.
  if (configuration.serverMetadata().issuer !== issuer) {
    throw issuerMismatchError(title);
  }
  return {
    configuration,
    keys: createRemoteJWKSet(requireJwksUri(configuration, title), {
      timeoutDuration: timeoutMs,
      [joseFetch]: boundedFetch,
    }),
  };
};
