/** A scripted identity provider, for flow and error handling; it does not prove that tokens are verified. */
import { SignInError } from '../../errors/SignInError';
import type {
  IdentityProvider,
  AuthenticatedUser,
} from '../../oidc/IdentityProvider';

/** Result of each code or access token. */
export type Script = Record<string, AuthenticatedUser | Error>;

/** A user of an issuer. */
export const person = (
  subject: string,
  more: Partial<AuthenticatedUser> = {},
): AuthenticatedUser => ({
  issuer: 'https://id.test',
  subject,
  displayName: subject,
  groups: [],
  legacyIdentity: false,
  ...more,
});

const play = (
  answer: AuthenticatedUser | Error | undefined,
): AuthenticatedUser => {
  if (answer instanceof Error) throw answer;
  if (answer) return answer;
  throw new SignInError(
    'Refused',
    'The identity provider knows nothing of it.',
  );
};

/** Codes and access tokens of the script are valid any number of times. */
export const fakeIdentityProvider = (
  script: Script,
  id = 'scripted',
): IdentityProvider => ({
  id,
  title: `Sign in at ${id}`,
  async begin(redirectUri, { nonce, state }) {
    const url = new URL(`https://${id}.test/authorize`);
    url.search = new URLSearchParams({
      redirect_uri: redirectUri,
      state,
      nonce,
    }).toString();
    return url;
  },
  async complete(callback, { state }) {
    const { searchParams } = callback;
    if (searchParams.get('state') !== state) throw new Error('not its state');
    const refusal = searchParams.get('error_description');
    if (refusal) throw new SignInError('Refused', `It says: ${refusal}`);
    return play(script[searchParams.get('code') ?? '']);
  },
  verifyAccessToken: async token => play(script[token]),
});
