/** First step: redirects the browser that a client opened to an identity provider. */
import { HandshakeError } from '../errors/HandshakeError';
import type { IdentityProvider } from '../oidc/IdentityProvider';
import { clientRedirect, type RedirectParams } from './clientRedirect';
import {
  lifetimes,
  type HandshakeContext,
  type WaitingClient,
} from './HandshakeContext';
import { newSecret } from './secrets';
import { newState } from './state';

/** Parameters of a client's request; the format of the ids is checked before. */
export interface AuthorizationRequest extends Omit<WaitingClient, 'redirect'> {
  /** Requested address for the response. */
  redirect: RedirectParams;
}

/**
 * The client of a request.
 * @param allowReferenceRedirect - whether the response may be part of the redirect, which the upstream CLI requires
 * @throws HandshakeError `InvalidRequest` when the response could be sent to another machine than the client's
 */
export const waitingClient = (
  { redirect, ...request }: AuthorizationRequest,
  allowReferenceRedirect: boolean,
): WaitingClient => {
  const target = clientRedirect(redirect);
  if (!target) {
    throw new HandshakeError(
      'InvalidRequest',
      'The redirect address is not on this machine: it must be http://localhost:<port>/<path>. Start again from your terminal, and do not follow links that others send you.',
    );
  }
  if (!request.pickup && !allowReferenceRedirect) {
    throw new HandshakeError(
      'InvalidRequest',
      'Your client requests credentials in the redirect URL, which this provider does not allow. Use kubectl klutch bind.',
    );
  }
  return { ...request, redirect: target };
};

/**
 * The identity provider with this id.
 * @throws HandshakeError `InvalidRequest` when no provider has this id
 */
export const providerOf = (
  providers: readonly IdentityProvider[],
  id: string,
): IdentityProvider => {
  const provider = providers.find(one => one.id === id);
  if (provider) return provider;
  throw new HandshakeError(
    'InvalidRequest',
    'No such identity provider is configured here. Start again from your terminal.',
  );
};

/**
 * Stores the pending sign-in and returns the URL of the identity provider.
 * @param browserSecret - the secret in this browser's cookie
 * @throws SignInError `Unavailable`; HandshakeError `InvalidRequest`
 */
export const beginSignIn = async (
  { callbackUrls, providers, signIns }: HandshakeContext,
  client: WaitingClient,
  providerId: string,
  browserSecret: string,
): Promise<URL> => {
  const provider = providerOf(providers, providerId);
  const state = newState(browserSecret);
  const nonce = newSecret();
  const codeVerifier = newSecret();
  const redirectUri = callbackUrls.get(provider.id) ?? '';
  const url = await provider.begin(redirectUri, { state, nonce, codeVerifier });
  await signIns.put(
    state,
    { provider: provider.id, redirectUri, client, nonce, codeVerifier },
    lifetimes.signIn,
  );
  return url;
};
