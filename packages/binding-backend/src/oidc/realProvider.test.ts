import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  machineAudience,
  startRealProvider,
  type RealProvider,
} from '../testing/__testUtils__/realProvider';
import { createIdentityProvider } from './createIdentityProvider';
import type { IdentityProviderOptions } from './identityProviderOptions';

const redirectUri = 'http://127.0.0.1:7/callback';

const checks = {
  state: 'state-of-this-browser',
  nonce: 'nonce-of-this-sign-in',
  codeVerifier: 'canary-verifier-that-is-long-enough-for-pkce-0123456789',
};

let real: RealProvider;
beforeAll(async () => {
  real = await startRealProvider({ redirectUri });
});
afterAll(() => real.stop());

const provider = (options: Partial<IdentityProviderOptions> = {}) =>
  createIdentityProvider({
    id: 'real',
    issuer: real.issuer,
    clientId: real.clientId,
    clientSecret: real.clientSecret,
    ...options,
  });

/** The callback URL that the browser returns to. */
const completeSignIn = async (
  user: string,
  change: (url: URL) => void = () => {},
): Promise<URL> => {
  const url = await provider().begin(redirectUri, checks);
  url.searchParams.set('login_hint', user);
  change(url);
  return real.signIn(url);
};

describe('a sign-in at a real provider', () => {
  it('returns the user with their groups', async () => {
    const callback = await completeSignIn('alice');
    await expect(provider().complete(callback, checks)).resolves.toEqual({
      issuer: real.issuer,
      subject: 'alice',
      displayName: 'alice of Klutch',
      groups: ['developers', 'team-a'],
      legacyIdentity: false,
    });
  });

  it('sends PKCE S256, nonce and state, with any extra parameters', async () => {
    const adding = provider({
      extraRequestParams: {
        prompt: 'login',
        client_id: 'other',
        nonce: 'other',
        code_challenge_method: 'plain',
      },
      scopes: ['openid', 'groups'],
    });
    const url = await adding.begin(redirectUri, checks);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'klutch',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid groups',
      prompt: 'login',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(checks.codeVerifier);
  });

  it('reads the secret at each use, and hides the cause of a failure', async () => {
    const reader = jest.fn(() => Promise.resolve(real.clientSecret));
    const signedIn = await provider({ clientSecret: reader }).complete(
      await completeSignIn('bob'),
      checks,
    );
    expect(signedIn).toMatchObject({ subject: 'bob', groups: [] });
    expect(reader).toHaveBeenCalledTimes(1);

    const unreadable = provider({
      clientSecret: () => {
        throw new Error('canary-secret');
      },
    });
    const error = await unreadable
      .complete(await completeSignIn('bob'), checks)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      reason: 'Unavailable',
      message:
        'The client secret for real cannot be read, so sign-in is not possible. Tell the operator.',
    });
  });

  it('queries userinfo when the ID token has no groups', async () => {
    const sparse = await startRealProvider({
      redirectUri,
      sparseIdTokens: true,
    });
    try {
      const asking = createIdentityProvider({
        id: 'sparse',
        issuer: sparse.issuer,
        clientId: sparse.clientId,
        clientSecret: sparse.clientSecret,
        userInfo: true,
      });
      const url = await asking.begin(redirectUri, checks);
      url.searchParams.set('login_hint', 'alice');
      const callback = await sparse.signIn(url);
      await expect(asking.complete(callback, checks)).resolves.toMatchObject({
        groups: ['developers', 'team-a'],
      });
    } finally {
      await sparse.stop();
    }
  });
});

describe('a real provider refuses', () => {
  it.each([
    ['a user', 'nobody', {}, /"access_denied: This account is locked"/],
    [
      'a request without PKCE',
      'alice',
      { code_challenge: '', code_challenge_method: '' },
      /"invalid_request: /,
    ],
    [
      'plain PKCE',
      'alice',
      { code_challenge_method: 'plain' },
      /"invalid_request: /,
    ],
  ])('%s', async (_, user, params, expectedMessage) => {
    const callback = await completeSignIn(user, url => {
      for (const [name, value] of Object.entries(params)) {
        if (value) url.searchParams.set(name, value);
        else url.searchParams.delete(name);
      }
    });
    await expect(provider().complete(callback, checks)).rejects.toMatchObject({
      name: 'SignInError',
      reason: 'Refused',
      message: expect.stringMatching(expectedMessage),
    });
  });

  it('a used code', async () => {
    const callback = await completeSignIn('alice');
    await provider().complete(callback, checks);
    await expect(provider().complete(callback, checks)).rejects.toMatchObject({
      reason: 'Refused',
      message: expect.stringMatching(/may have been used or expired/),
    });
  });

  it('the verifier of another sign-in', async () => {
    const callback = await completeSignIn('alice');
    const other = { ...checks, codeVerifier: `${checks.codeVerifier}-other` };
    await expect(provider().complete(callback, other)).rejects.toMatchObject({
      reason: 'Refused',
      message: expect.stringMatching(/invalid_grant/),
    });
  });

  it('a wrong client secret', async () => {
    const wrong = provider({ clientSecret: 'canary-secret' });
    const error = await wrong
      .complete(await completeSignIn('alice'), checks)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      reason: 'Refused',
      message: expect.stringMatching(
        /Tell the operator to check its client id/,
      ),
    });
    expect(`${error}`).not.toContain('canary');
  });
});

describe('an access token of a real provider', () => {
  it('authenticates a machine client by audience', async () => {
    const binding = provider({ audiences: [machineAudience] });
    const token = await real.machineToken(machineAudience);
    await expect(binding.verifyAccessToken(token)).resolves.toEqual({
      issuer: real.issuer,
      subject: 'pipeline',
      displayName: 'pipeline',
      groups: ['machines'],
      legacyIdentity: false,
    });
  });

  it('is matched on its client when no audience is configured', async () => {
    const token = await real.machineToken(machineAudience);
    const allowing = provider({ allowedClients: ['pipeline'] });
    await expect(allowing.verifyAccessToken(token)).resolves.toMatchObject({
      subject: 'pipeline',
    });
    await expect(provider().verifyAccessToken(token)).rejects.toThrow(
      'its client ("azp" or "client_id") may not bind',
    );
  });

  it('is refused when it is opaque', async () => {
    const token = await real.machineToken();
    const error = await provider({ allowedClients: ['pipeline'] })
      .verifyAccessToken(token)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      reason: 'Refused',
      message: expect.stringMatching(/has to issue signed JWTs/),
    });
    expect(`${error}`).not.toContain(token);
  });
});

describe('an unavailable provider', () => {
  it('is used again once it is available', async () => {
    const placeholder = createServer().listen(0, '127.0.0.1');
    await once(placeholder, 'listening');
    const { port } = placeholder.address() as AddressInfo;
    placeholder.close();
    await once(placeholder, 'close');

    const late = createIdentityProvider({
      id: 'late',
      issuer: `http://127.0.0.1:${port}`,
      clientId: 'klutch',
    });
    await expect(late.begin(redirectUri, checks)).rejects.toMatchObject({
      name: 'SignInError',
      reason: 'Unavailable',
      message:
        'late is not available or sent an invalid response: ECONNREFUSED. Try again later; if the error persists, tell the operator.',
    });
    const started = await startRealProvider({ redirectUri, port });
    try {
      const url = await late.begin(redirectUri, checks);
      expect(url.origin).toBe(started.issuer);
    } finally {
      await started.stop();
    }
  });
});
