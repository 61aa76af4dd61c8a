/** Redirect URIs of the identity providers. */
import type { IdentityProvider } from '../oidc/IdentityProvider';

/**
 * Redirect URIs by id of the provider. Several providers get one URI each, which prevents mix-up attacks also with
 * providers that send no `iss` (RFC 9700, 4.4.2). A single provider needs no such distinction.
 * @param externalUrl - of the handshake, without a slash at its end
 */
export const callbackUrls = (
  externalUrl: string,
  providers: readonly Pick<IdentityProvider, 'id'>[],
): ReadonlyMap<string, string> => {
  const base = `${externalUrl}/callback`;
  const urlOf = (id: string) =>
    providers.length === 1 ? base : `${base}/${encodeURIComponent(id)}`;
  return new Map(providers.map(({ id }) => [id, urlOf(id)]));
};
