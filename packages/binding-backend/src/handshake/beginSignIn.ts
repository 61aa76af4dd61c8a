/** The first step: a client sent a browser, which goes on to an identity provider. */
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

/** What a client asks for; ids are checked for their form before. */
export interface AuthorizationRequest extends Omit<WaitingClient, 'redirect'> {
  /** Where the answer is to go. */
  redirect: RedirectParams;
}

/**
 * The client behind a request.
 * @param allowReferenceRedirect - whether an answer may travel in the redirect, as the reference's CLI needs it
 * @throws HandshakeError `InvalidRequest` when the answer could go elsewhere than to the client's own machine
 */
export const waitingClient = (
  { redirect, ...request }: AuthorizationRequest,
  allowReferenceRedirect: boolean,
): WaitingClient => {
  const target = clientRedirect(redirect);
  if (!target) {
    throw new HandshakeError(
      'InvalidRequest',
      'The address to return to is not one of this machine: it must be http://localhost:<port>/callback. Begin again from your terminal, and do not follow links that others send you.',
    );
  }
  if (!request.pickup && !allowReferenceRedirect) {
    throw new HandshakeError(
      'InvalidRequest',
      'This provider does not put credentials into addresses, which your program asks for. Use kubectl klutch bind.',
    );
  }
  return { ...request, redirect: target };
};

/**
 * The provider to sign in with.
 * @throws HandshakeError `InvalidRequest` when there is none of that id
 */
export const providerOf = (
  providers: readonly IdentityProvider[],
  id: string,
): IdentityProvider => {
  const provider = providers.find(one => one.id === id);
  if (provider) return provider;
  throw new HandshakeError(
    'InvalidRequest',
    'There is no such way to sign in here. Begin again from your terminal.',
  );
};

/**
 * Where the browser has to go.
 * @param browserSecret - what only this browser's cookie has
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
