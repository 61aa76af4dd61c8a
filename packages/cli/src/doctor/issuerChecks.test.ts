import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issuerChecks, type IssuerFlags } from './issuerChecks';
import { runChecks } from './runChecks';

const backend = 'https://bind.example/export';
let server: Server;
let issuer: string;
let named: string;
let keys: object[];
let registered: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const uri = url.searchParams.get('redirect_uri') ?? '';
    if (url.pathname === '/auth' && uri === registered) {
      response.writeHead(302, { location: `${uri}?error=login_required` });
      response.end();
      return;
    }
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: named,
        jwks_uri: `${issuer}/keys`,
        authorization_endpoint: `${issuer}/auth`,
      },
      '/keys': { keys },
    };
    const document = documents[url.pathname];
    response.writeHead(document ? 200 : 400, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(document ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  named = issuer;
  keys = [{ kty: 'RSA' }];
  registered = 'https://bind.example/callback';
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const check = async (flags: Partial<IssuerFlags> = {}) => {
  const checks = issuerChecks({ issuer, ...flags });
  const findings = await runChecks(checks, { timeoutMs: 10_000 });
  return findings
    .filter(finding => finding.check === 'Sign-in')
    .map(({ message, status }) => `${status} ${message}`);
};

it('accepts an issuer with its own name, keys and the redirect URI of the backend', async () => {
  expect(await check({ backend, clientId: 'klutch' })).toEqual([
    `OK issuer calls itself ${issuer}`,
    'OK issuer has 1 public keys for signatures',
    `OK issuer accepts ${registered} for client klutch`,
  ]);
});

it('says which of them is wrong', async () => {
  named = 'https://other.example';
  keys = [{ kty: 'oct' }];
  registered = 'https://bind.example/other';
  expect(await check({ backend, clientId: 'klutch' })).toEqual([
    expect.stringMatching(/^Failed .*calls itself https:\/\/other/),
    expect.stringMatching(/^Failed .*no public key/),
    expect.stringMatching(/^Failed .*refuses the redirect URI .*\/callback/),
  ]);
});

it('checks a redirect URI only for a client', async () => {
  expect(await check({ backend })).toHaveLength(2);
  expect(() => issuerChecks({ issuer, redirectUri: registered })).toThrow(
    '--client-id',
  );
  expect(() => issuerChecks({ issuer, clientId: 'klutch' })).toThrow(
    '--backend',
  );
});
