import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { probeRedirectUri } from './probeRedirectUri';
import { countSigningKeys, readIssuerMetadata } from './readIssuerMetadata';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let issuer: string;
let respond: Respond;

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (body: unknown, status = 200): Respond =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

const redirectTo =
  (location: (request: URL) => string): Respond =>
  ({ url = '' }, response) => {
    const request = new URL(url, issuer);
    response.writeHead(302, { location: location(request) }).end();
  };

describe('the metadata of an issuer', () => {
  it('are read from its discovery document', async () => {
    respond = (request, response) => {
      const isMetadata = request.url === '/.well-known/openid-configuration';
      json({ issuer: 'https://other', jwks_uri: 'x' }, isMetadata ? 200 : 404)(
        request,
        response,
      );
    };
    expect(await readIssuerMetadata(`${issuer}/`)).toMatchObject({
      status: 200,
      metadata: { issuer: 'https://other', jwksUri: 'x' },
    });
  });

  it.each<[string, Respond]>([
    ['another status', json({ issuer: 'x' }, 500)],
    ['another document', json(['issuer'])],
    ['no JSON', (_, response) => response.end('<html>')],
  ])('are missing in an answer with %s', async (_, answer) => {
    respond = answer;
    expect((await readIssuerMetadata(issuer)).metadata).toBeUndefined();
  });

  it('are not read over http from elsewhere', async () => {
    await expect(readIssuerMetadata('http://issuer.example')).rejects.toThrow(
      'without https',
    );
  });
});

it.each([
  [{ keys: [{ kty: 'RSA' }, { kty: 'EC', use: 'sig' }] }, 2],
  [{ keys: [{ kty: 'RSA', use: 'enc' }, { kty: 'oct' }] }, 0],
  [{ error: 'x' }, undefined],
])('of the keys %j, %s verify signatures', async (body, count) => {
  respond = json(body);
  expect(await countSigningKeys(`${issuer}/keys`)).toBe(count);
});

describe('a redirect URI', () => {
  const redirectUri = 'https://portal.example/api/klutch/binding/callback';
  const probe = () =>
    probeRedirectUri({
      authorizationEndpoint: `${issuer}/auth?tenant=a`,
      clientId: 'klutch',
      redirectUri,
      scopes: ['openid'],
    });

  it('is registered when the provider answers there, without asking the user', async () => {
    let asked = new URLSearchParams();
    respond = redirectTo(({ searchParams }) => {
      asked = searchParams;
      return `${searchParams.get('redirect_uri')}?error=login_required`;
    });
    expect(await probe()).toEqual({ outcome: 'registered', status: 302 });
    expect(Object.fromEntries(asked)).toMatchObject({
      tenant: 'a',
      client_id: 'klutch',
      prompt: 'none',
      code_challenge_method: 'S256',
    });
  });

  it.each<[string, Respond, string]>([
    ['an error page', json({}, 400), 'refused'],
    ['a page to sign in', json({}), 'unknown'],
    ['a redirect to its own page', redirectTo(() => '/login'), 'unknown'],
    [
      'a redirect to another path of the portal',
      redirectTo(() => 'https://portal.example/other'),
      'unknown',
    ],
    ['too many requests', json({}, 429), 'unknown'],
    ['a failure', json({}, 503), 'unknown'],
  ])('with %s as answer is %s', async (_, answer, outcome) => {
    respond = answer;
    expect((await probe()).outcome).toBe(outcome);
  });
});
