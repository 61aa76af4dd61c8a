/** What an issuer says about itself, read without credentials: for checks of an installation. */
import { providerFetch } from './providerFetch';

/** The fields of a discovery document that are checked. */
export interface IssuerMetadata {
  /** The issuer by its own words. */
  issuer: string;
  /** URL where users sign in. */
  authorizationEndpoint?: string;
  /** URL of the signing keys. */
  jwksUri?: string;
}

/** The answer of an issuer. */
export interface IssuerAnswer {
  /** URL of the discovery document. */
  url: URL;
  /** HTTP status. */
  status: number;
  /** Undefined when the answer is no discovery document. */
  metadata?: IssuerMetadata;
}

/** How requests are made. */
export interface ProviderRequestOptions {
  /** Ends the request. */
  signal?: AbortSignal;
  /** Default: the platform's `fetch`. */
  fetch?: typeof fetch;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : {};

/** URL of the discovery document of an issuer. */
export const metadataUrlOf = (issuer: string): URL =>
  new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);

/**
 * Reads the discovery document.
 *
 * @throws TypeError without an answer, ProviderResponseError for a response that is too large or a URL without https
 */
export async function readIssuerMetadata(
  issuer: string,
  options: ProviderRequestOptions = {},
): Promise<IssuerAnswer> {
  const url = metadataUrlOf(issuer);
  const boundedFetch = providerFetch(options.fetch ?? fetch, url);
  const response = await boundedFetch(url.href, { signal: options.signal });
  const body = recordOf(await response.json().catch(() => undefined));
  const name = response.ok ? text(body.issuer) : undefined;
  return {
    url,
    status: response.status,
    metadata: name
      ? {
          issuer: name,
          authorizationEndpoint: text(body.authorization_endpoint),
          jwksUri: text(body.jwks_uri),
        }
      : undefined,
  };
}

/** Keys that sign ID tokens; those of other use do not count. */
const isSigningKey = (key: unknown): boolean => {
  const { kty, use = 'sig' } = recordOf(key);
  return (kty === 'RSA' || kty === 'EC' || kty === 'OKP') && use === 'sig';
};

/**
 * Number of public keys in a key set (JWKS) that verify signatures; undefined when the answer is no key set.
 *
 * @throws as {@link readIssuerMetadata}
 */
export async function countSigningKeys(
  jwksUri: string,
  options: ProviderRequestOptions = {},
): Promise<number | undefined> {
  const url = new URL(jwksUri);
  const boundedFetch = providerFetch(options.fetch ?? fetch, url);
  const response = await boundedFetch(url.href, { signal: options.signal });
  const { keys } = recordOf(await response.json().catch(() => undefined));
  return response.ok && Array.isArray(keys)
    ? keys.filter(isSigningKey).length
    : undefined;
}
