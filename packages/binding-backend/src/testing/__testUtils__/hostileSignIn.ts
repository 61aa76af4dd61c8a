/** Signs in at a hostile provider, and examines the failure. */
import { createHmac, createPublicKey } from 'node:crypto';
import { inspect } from 'node:util';
import type { JWTPayload } from 'jose';
import { SignInError, type SignInErrorReason } from '../../errors/SignInError';
import { createIdentityProvider } from '../../oidc/createIdentityProvider';
import type { AuthenticatedUser } from '../../oidc/IdentityProvider';
import type { IdentityProviderOptions } from '../../oidc/identityProviderOptions';
import type { HostileProvider, Misbehaviour } from './hostileProvider';

export const redirectUri = 'http://127.0.0.1:7/callback';

/** Every secret is a canary, so that one search finds each of them. */
export const checks = {
  state: 'canary-state',
  nonce: 'canary-nonce',
  codeVerifier: 'canary-verifier-that-is-long-enough-for-pkce-0123456789',
};

/** Our client of the provider. */
export const atProvider = (
  hostile: HostileProvider,
  options: Partial<IdentityProviderOptions> = {},
) =>
  createIdentityProvider({
    id: 'hostile',
    title: 'Hostile',
    issuer: hostile.issuer,
    clientId: hostile.clientId,
    clientSecret: 'canary-secret',
    ...options,
  });

/** One sign-in, and its defect. */
export interface Attempt {
  misbehaviour?: Misbehaviour;
  /** Changes the callback parameters, beside or instead of code and state. */
  callback?: (params: URLSearchParams) => void;
  options?: Partial<IdentityProviderOptions>;
}

export const signIn = async (
  hostile: HostileProvider,
  { misbehaviour = {}, callback, options }: Attempt,
): Promise<AuthenticatedUser> => {
  hostile.misbehaviour = misbehaviour;
  const provider = atProvider(hostile, options);
  const url = await provider.begin(redirectUri, checks);
  hostile.nonce = url.searchParams.get('nonce') ?? '';
  const back = new URL(redirectUri);
  back.searchParams.set('code', 'canary-code');
  back.searchParams.set('state', checks.state);
  callback?.(back.searchParams);
  return provider.complete(back, checks);
};

/** Outcome of an operation, and whether it leaks any part of a token, a code or a response, at any depth. */
export const outcomeOf = async (work: Promise<unknown>) => {
  try {
    return { accepted: await work };
  } catch (error) {
    return {
      isSignInError: error instanceof SignInError,
      reason: error instanceof SignInError ? error.reason : undefined,
      message: error instanceof Error ? error.message : undefined,
      leaks: /canary|eyJ/.exec(inspect(error, { depth: 20 }))?.[0],
    };
  }
};

/** Expected outcome of a refusal with this reason and message, without a leak. */
export const failure = (
  reason: SignInErrorReason,
  expectedMessage: RegExp,
) => ({
  isSignInError: true,
  reason,
  message: expect.stringMatching(expectedMessage),
  leaks: undefined,
});

const part = (value: unknown) =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT that no library would create. */
export const craftJwt = (
  header: Record<string, unknown>,
  claims: JWTPayload,
  sign: (text: string) => string = () => '',
): string => {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${sign(signed)}`;
};

/** HS256 with the provider's public key, which is public, as the secret. */
export const signedWithPublicKey = (
  { key: { publicJwk } }: HostileProvider,
  claims: JWTPayload,
): string => {
  const { kty, n, e, kid } = publicJwk;
  const pem = createPublicKey({ key: { kty, n, e }, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  });
  return craftJwt({ alg: 'HS256', kid }, claims, text =>
    createHmac('sha256', pem).update(text).digest('base64url'),
  );
};
