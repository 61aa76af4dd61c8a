/** Client authentication at the token endpoint. */
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
    // The error message may contain the secret.
  }
  throw new SignInError(
    'Unavailable',
    `The client secret for ${title} cannot be read, so sign-in is not possible. Tell the operator.`,
  );
};

/** Client authentication for openid-client, and the secret to redact from error messages. */
export interface ClientAuthentication {
  authenticate: ClientAuth;
  /** The secret that was sent last; empty before the first request. */
  lastSecret(): string;
}

/**
 * Reads the secret at each request, so that a rotated secret needs no restart. The secret is sent in the body if the
 * provider supports this, because providers decode the Basic header differently.
 */
export const clientAuth = (
  source: SecretSource | undefined,
  title: string,
): ClientAuthentication => {
  let lastSecret = '';
  return {
    lastSecret: () => lastSecret,
    // The library awaits the returned promise, although its type says void.
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
