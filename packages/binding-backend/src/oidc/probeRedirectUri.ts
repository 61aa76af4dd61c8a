/** Whether an identity provider accepts a redirect URI, asked as a browser would but without signing in. */
import { randomBytes } from 'node:crypto';
import { providerFetch } from './providerFetch';
import type { ProviderRequestOptions } from './readIssuerMetadata';

/** An authorization request. */
export interface RedirectUriProbe {
  /** URL from the provider's discovery document. */
  authorizationEndpoint: string;
  /** Client ID at the provider. */
  clientId: string;
  /** The URI to check. */
  redirectUri: string;
  /** Scopes of a sign-in, with `openid`. */
  scopes: readonly string[];
}

/** `unknown`: the provider asks the user first, so that only a sign-in shows it. */
export type RedirectUriOutcome = 'registered' | 'refused' | 'unknown';

const isAt = (location: string, base: string, redirectUri: string): boolean => {
  if (!URL.canParse(location, base)) return false;
  const { origin, pathname } = new URL(location, base);
  const wanted = new URL(redirectUri);
  return origin === wanted.origin && pathname === wanted.pathname;
};

/** The authorization URL; `prompt=none` makes the provider answer at the redirect URI instead of asking a user. */
function probeUrl(probe: RedirectUriProbe): URL {
  const url = new URL(probe.authorizationEndpoint);
  const challenge = randomBytes(32).toString('base64url');
  const params = {
    client_id: probe.clientId,
    redirect_uri: probe.redirectUri,
    response_type: 'code',
    scope: probe.scopes.join(' '),
    prompt: 'none',
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(params)) {
    url.searchParams.set(name, value);
  }
  return url;
}

/**
 * Asks for an authorization that must not involve a user. OpenID Connect requires that a provider answers at a
 * registered redirect URI, also with an error, and never at another one.
 *
 * @throws TypeError without an answer, ProviderResponseError for a response that is too large or a URL without https
 */
export async function probeRedirectUri(
  probe: RedirectUriProbe,
  options: ProviderRequestOptions = {},
): Promise<{ outcome: RedirectUriOutcome; status: number }> {
  const url = probeUrl(probe);
  const boundedFetch = providerFetch(options.fetch ?? fetch, url);
  const response = await boundedFetch(url.href, { signal: options.signal });
  const { status } = response;
  const location = response.headers.get('location');
  if (location && isAt(location, url.href, probe.redirectUri)) {
    return { outcome: 'registered', status };
  }
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  return { outcome: isRefusal ? 'refused' : 'unknown', status };
}
