/** How this server proves to the token endpoint which client it is. */
import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  type ClientAuth,
} from 'openid-client';
import { SignInError } from '../errors/SignInError';
import type { SecretSource } from './identityProviderOptions';

const readClientSecret = async (
  source: SecretSource,
  title: string,
): Promise<string> => {
  try {
    const secret = typeof source === 'string' ? source : await source();
    if (secret) return secret;
  } catch {
    // Its words may hold what was read.
  }
  throw new SignInError(
    'Unavailable',
    `The client secret for ${title} cannot be read, so nobody can sign in. Tell the operator.`,
  );
};

/** The library's way to authenticate, and what not to repeat of it. */
export interface ClientAuthentication {
  authenticate: ClientAuth;
  /** The secret that was sent last; empty before. */
  lastSecret(): string;
}

/**
 * Reads the secret at each request, so that a new one needs no restart. It goes into the body where the provider takes
 * it there: the encoding that the header needs is read differently by providers.
 */
export const clientAuth = (
  source: SecretSource | undefined,
  title: string,
): ClientAuthentication => {
  let lastSecret = '';
  return {
    lastSecret: () => lastSecret,
    // The library waits for what is returned here, although its type does not say so.
    async authenticate(server, client, body, headers) {
      if (source === undefined) {
        None()(server, client, body, headers);
        return;
      }
      lastSecret = await readClientSecret(source, title);
      const methods = server.token_endpoint_auth_methods_supported;
      const authenticate = methods?.includes('client_secret_post')
        ? ClientSecretPost
        : ClientSecretBasic;
      authenticate(lastSecret)(server, client, body, headers);
    },
  };
};
