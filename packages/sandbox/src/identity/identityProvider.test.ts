import fetchCookie from 'fetch-cookie';
import getPort from 'get-port';
import * as oidc from 'openid-client';
import {
  startIdentityProvider,
  type IdentityProvider,
} from './identityProvider';
import { loginPage } from './loginPage';

describe('the identity provider of the sandbox', () => {
  let provider: IdentityProvider;
  const redirectUri = 'http://localhost:7/handler';

  beforeAll(async () => {
    provider = await startIdentityProvider({
      port: await getPort(),
      redirectUri,
    });
  });
  afterAll(() => provider.stop());

  async function begin() {
    const config = await oidc.discovery(
      new URL(provider.issuer),
      provider.clientId,
      provider.clientSecret,
      undefined,
      { execute: [oidc.allowInsecureRequests] },
    );
    const verifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const browser = fetchCookie(
      jest.requireActual('undici').fetch as typeof fetch,
    );
    const form = await browser(url);
    return { config, verifier, state, browser, form };
  }

  it('signs a user in and asks for no consent', async () => {
    const { config, verifier, state, browser, form } = await begin();
    let location = form.url;
    let response = await browser(location, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ name: 'alice', password: 'sandbox' }),
    });
    while (!location.startsWith(redirectUri)) {
      location = new URL(response.headers.get('location') ?? '', location).href;
      if (!location.startsWith(redirectUri)) {
        response = await browser(location, { redirect: 'manual' });
      }
    }
    const tokens = await oidc.authorizationCodeGrant(
      config,
      new URL(location),
      { pkceCodeVerifier: verifier, expectedState: state },
    );
    expect(tokens.claims()?.sub).toBe('alice');
    expect(tokens.refresh_token).toBeDefined();
  });

  it('says in words that a password is wrong', async () => {
    const { browser, form } = await begin();
    const response = await browser(form.url, {
      method: 'POST',
      body: new URLSearchParams({ name: 'alice', password: 'wrong' }),
    });
    expect(response.status).toBe(401);
    await expect(response.text()).resolves.toContain(
      'That user or password is not right.',
    );
  });

  it('escapes what it shows', () => {
    expect(loginPage('/"><script>')).not.toContain('<script>');
  });
});
