import type { RequestListener } from 'node:http';
import {
  startHostileProvider,
  type HostileProvider,
} from '../testing/__testUtils__/hostileProvider';
import {
  atProvider,
  checks,
  redirectUri,
  signIn,
} from '../testing/__testUtils__/hostileSignIn';

let server: HostileProvider;
beforeAll(async () => {
  server = await startHostileProvider();
});
afterAll(() => server.stop());

/** A fetch that sends https requests for the issuer to the server of this test. */
const at = (issuer: string) => ({
  issuer,
  fetch: ((url, init) =>
    fetch(`${url}`.replace(issuer, server.issuer), init)) as typeof fetch,
});

const serveJwks: RequestListener = (_, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ keys: server.published }));
};

/**
 * Discovery and keys: https://dexidp.io/docs/openid-connect/ (`documented`); fields that later servers add:
 * `server/discovery.go` of dexidp/dex. Tokens: https://dexidp.io/docs/configuration/tokens/. Scopes and claims:
 * https://dexidp.io/docs/configuration/custom-scopes-claims-clients/. Machines:
 * https://dexidp.io/docs/guides/token-exchange/.
 */
describe('Dex, as documented', () => {
  const issuer = 'https://dex.example/dex';
  const documented = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    userinfo_endpoint: undefined,
    token_endpoint_auth_methods_supported: undefined,
  };
  const later = {
    ...documented,
    userinfo_endpoint: `${issuer}/userinfo`,
    device_authorization_endpoint: `${issuer}/device/code`,
    introspection_endpoint: `${issuer}/token/introspect`,
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ],
    code_challenge_methods_supported: ['S256', 'plain'],
    scopes_supported: [
      'openid',
      'email',
      'groups',
      'profile',
      'offline_access',
    ],
    token_endpoint_auth_methods_supported: [
      'client_secret_basic',
      'client_secret_post',
    ],
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'iat',
      'exp',
      'email',
      'email_verified',
      'locale',
      'name',
      'preferred_username',
      'at_hash',
    ],
  };
  const claims = {
    iss: issuer,
    sub: 'CgcyMzQyNzQ5EgZnaXRodWI',
    at_hash: 'bi96gOXZShvlWYtal9Eqiw',
    email: 'jane.doe@coreos.com',
    email_verified: true,
    groups: ['admins', 'developers'],
    name: 'Jane Doe',
  };
  const answer = { '/keys': serveJwks };

  it.each([
    ['as it is documented', documented, { token_type: 'Bearer' }],
    ['as later servers have it', later, { token_type: 'bearer' }],
  ])('signs users in with their groups: %s', async (_, document, tokens) => {
    await expect(
      signIn(server, {
        options: at(issuer),
        misbehaviour: {
          document,
          answer,
          tokens: {
            ...tokens,
            expires_in: 3600,
            refresh_token: 'lxzzsvasxho5exvwkfa5zhefl',
          },
          claims: {
            ...claims,
            preferred_username: 'jane',
            federated_claims: {
              connector_id: 'github',
              user_id: '110272483197731336751',
            },
          },
        },
      }),
    ).resolves.toEqual({
      issuer,
      subject: 'CgcyMzQyNzQ5EgZnaXRodWI',
      displayName: 'Jane Doe',
      groups: ['admins', 'developers'],
      legacyIdentity: false,
    });
  });

  it('gets the scope for groups in the request', async () => {
    server.misbehaviour = { document: documented, answer };
    const scopes = ['openid', 'profile', 'email', 'groups'];
    const provider = atProvider(server, { ...at(issuer), scopes });
    const url = await provider.begin(redirectUri, checks);
    expect(url.searchParams.get('scope')).toBe(scopes.join(' '));
  });

  it('cannot authenticate machine clients, because its access tokens look like ID tokens', async () => {
    server.misbehaviour = { document: later, answer };
    const provider = atProvider(server, {
      ...at(issuer),
      allowedClients: ['my-app'],
    });
    const token = await server.sign({ ...claims, aud: 'my-app' });
    await expect(provider.verifyAccessToken(token)).rejects.toThrow(
      'it is an ID token, or is not marked as an access token',
    );
  });
});

describe('Keycloak, as documented', () => {
  const issuer = 'https://keycloak.example/realms/klutch';
  const endpoint = (name: string) =>
    `${issuer}/protocol/openid-connect/${name}`;
  const keycloak = {
    document: {
      issuer,
      authorization_endpoint: endpoint('auth'),
      token_endpoint: `${issuer}/token`,
      jwks_uri: endpoint('certs'),
      userinfo_endpoint: endpoint('userinfo'),
      id_token_signing_alg_values_supported: [
        'PS384',
        'RS384',
        'EdDSA',
        'ES384',
        'HS256',
        'HS512',
        'ES256',
        'RS256',
        'HS384',
        'ES512',
        'PS256',
        'PS512',
        'RS512',
      ],
      token_endpoint_auth_methods_supported: [
        'private_key_jwt',
        'client_secret_basic',
        'client_secret_post',
        'tls_client_auth',
        'client_secret_jwt',
      ],
      authorization_response_iss_parameter_supported: true,
    },
    answer: {
      '/protocol/openid-connect/certs': serveJwks,
    },
  };

  it('signs users in with the roles of the realm', async () => {
    await expect(
      signIn(server, {
        options: { ...at(issuer), groupsClaim: 'realm_access.roles' },
        callback: params => {
          params.set('iss', issuer);
          params.set('session_state', 'e0a5c2c4');
        },
        misbehaviour: {
          ...keycloak,
          tokens: {
            'not-before-policy': 0,
            session_state: 'e0a5c2c4',
            scope: 'openid profile email',
            refresh_expires_in: 1800,
          },
          claims: {
            iss: issuer,
            sub: '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11',
            typ: 'ID',
            azp: 'klutch',
            sid: 'e0a5c2c4',
            acr: '1',
            at_hash: 'RNw-QrmuVjXAEJpA3ux0gg',
            email: 'alice@keycloak.example',
            preferred_username: 'alice',
            realm_access: { roles: ['developers'] },
          },
        },
      }),
    ).resolves.toMatchObject({
      displayName: 'alice@keycloak.example',
      groups: ['developers'],
    });
  });

  it('authenticates service accounts', async () => {
    server.misbehaviour = keycloak;
    const provider = atProvider(server, {
      ...at(issuer),
      allowedClients: ['pipeline'],
    });
    const token = await server.sign(
      {
        iss: issuer,
        sub: '5a0c27de-1111-4222-8333-444455556666',
        aud: 'account',
        typ: 'Bearer',
        azp: 'pipeline',
        client_id: 'pipeline',
        acr: '1',
        scope: 'email profile',
        preferred_username: 'service-account-pipeline',
        groups: ['machines'],
      },
      { typ: 'JWT' },
    );
    await expect(provider.verifyAccessToken(token)).resolves.toMatchObject({
      subject: '5a0c27de-1111-4222-8333-444455556666',
      groups: ['machines'],
    });
  });

  it('gets all parameters that the sign-in is checked against', async () => {
    server.misbehaviour = keycloak;
    const provider = atProvider(server, at(issuer));
    const url = await provider.begin(redirectUri, checks);
    expect(`${url.origin}${url.pathname}`).toBe(endpoint('auth'));
    expect([...url.searchParams.keys()]).toEqual(
      expect.arrayContaining(['state', 'nonce', 'code_challenge']),
    );
  });
});
