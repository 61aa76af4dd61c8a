import { pickPort } from '@klutch/local-processes';
import fetchCookie from 'fetch-cookie';
import * as oidc from 'openid-client';
import {
  startIdentityProvider,
  type IdentityProvider,
  type OidcClient,
} from './identityProvider';
import { loginPage } from './loginPage';
import { BIND_AUDIENCE, machine } from './users';

describe('the identity provider of the sandbox', () => {
  let provider: IdentityProvider;
  const portalUri = 'http://localhost:7/handler';
  const bindingUri = 'http://localhost:7/callback';

  beforeAll(async () => {
    provider = await startIdentityProvider({
      port: await pickPort(),
      redirectUris: { portal: portalUri, binding: bindingUri },
    });
  });
  afterAll(() => provider.stop());

  it('R33: starts without a warning of its library', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    const other = await startIdentityProvider({
      port: await pickPort(),
      redirectUris: { portal: portalUri, binding: bindingUri },
    });
    await other.stop();
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  const discover = ({ clientId, clientSecret }: OidcClient) =>
    oidc.discovery(
      new URL(provider.issuer),
      clientId,
      clientSecret,
      undefined,
      { execute: [oidc.allowInsecureRequests] },
    );

  async function begin(client: OidcClient, redirectUri: string) {
    const config = await discover(client);
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

  async function signIn(client: OidcClient, redirectUri: string) {
    const { config, verifier, state, browser, form } = await begin(
      client,
      redirectUri,
    );
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
    return oidc.authorizationCodeGrant(config, new URL(location), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
  }

  it('signs a user in and asks for no consent', async () => {
    const tokens = await signIn(provider.portal, portalUri);
    expect(tokens.claims()?.sub).toBe('alice');
    expect(tokens.refresh_token).toBeDefined();
  });

  it("gives the binding handshake the user's identity and groups", async () => {
    const tokens = await signIn(provider.binding, bindingUri);
    expect(tokens.claims()).toMatchObject({
      sub: 'alice',
      name: 'Alice',
      groups: ['developers'],
    });
  });

  it('gives a machine tokens for the binding handshake, and for nothing else', async () => {
    const config = await discover(machine);
    const ask = (resource: string) =>
      oidc.clientCredentialsGrant(config, { resource, scope: 'bind' });
    const { access_token: token } = await ask(BIND_AUDIENCE);
    const [, payload = ''] = token.split('.');
    expect(
      JSON.parse(Buffer.from(payload, 'base64url').toString()),
    ).toMatchObject({ aud: BIND_AUDIENCE, client_id: 'pipeline' });
    await expect(ask('https://other.example')).rejects.toMatchObject({
      error: 'invalid_target',
    });
  });

  it('reports a wrong password', async () => {
    const { browser, form } = await begin(provider.portal, portalUri);
    const response = await browser(form.url, {
      method: 'POST',
      body: new URLSearchParams({ name: 'alice', password: 'wrong' }),
    });
    expect(response.status).toBe(401);
    await expect(response.text()).resolves.toContain(
      'The user or password is wrong.',
    );
  });

  it('escapes what it shows', () => {
    expect(loginPage('/"><script>')).not.toContain('<script>');
  });
});
