/** The discovery document and key set of a provider. */
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
  type CustomFetch,
} from 'openid-client';
import { SignInError } from '../errors/SignInError';
import { providerFetch } from './providerFetch';
import type { ProviderSettings } from './providerSettings';

/** The configuration of a provider from its discovery document. */
export interface DiscoveredProvider {
  configuration: Configuration;
  /** Keys for access tokens; openid-client fetches those for ID tokens itself. */
  keys: JWTVerifyGetKey;
}

const issuerMismatchError = (title: string) =>
  new SignInError(
    'Unavailable',
    `${title} has another issuer than is configured here, so sign-in is refused. Tell the operator to configure the issuer exactly as in the discovery document.`,
  );

const isIssuerMismatch = (error: unknown) =>
  error instanceof ClientError &&
  error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

const requireJwksUri = (configuration: Configuration, title: string): URL => {
  const { jwks_uri: address = '' } = configuration.serverMetadata();
  if (URL.canParse(address)) return new URL(address);
  throw new SignInError(
    'Unavailable',
    `The discovery document of ${title} has no "jwks_uri", so signatures cannot be verified. Tell the operator.`,
  );
};

/**
 * Fetches the discovery document.
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
      // The bodies of both types are those of requests; the compiler's library types name them differently.
      [customFetch]: boundedFetch as CustomFetch,
      timeout: timeoutMs / 1000,
      execute: [
        enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    },
  ).catch(error => {
    throw isIssuerMismatch(error) ? issuerMismatchError(title) : error;
  });
  // The library treats `https://issuer` and `https://issuer/` as equal, but tenant identities contain the exact issuer.
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
