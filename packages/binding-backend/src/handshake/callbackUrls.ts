/** Where identity providers send browsers back to. */
import type { IdentityProvider } from '../oidc/IdentityProvider';

/**
 * By id of the provider. Several providers have an address each: by it one is told from another, also where a provider
 * sends no `iss`, so that none can have its visitors come back with a code of another one (RFC 9700, 4.4.2). A single
 * provider can be mixed up with nobody.
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
