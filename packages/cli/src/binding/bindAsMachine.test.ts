/** `bind --non-interactive` against an identity provider and a backend that fail for a moment. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCluster } from '../__testUtils__/MemoryCluster';
import { bindAsMachine, type MachineOptions } from './bindAsMachine';

const canary = 'canary-51d0aa';
const namespace = 'namespaces/klutch-bind';

let server: Server;
let address: string;
/** Requests by path. */
let requests: Record<string, number>;
/** The token of the last request. */
let authorization: string | undefined;
/** What happens to the first request of a path. */
let first: (response: ServerResponse) => void;
/** What happens to requests to bind, after the first. */
let bound: (response: ServerResponse) => void;

const json = (response: ServerResponse, body: object, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));

const documents = (): Record<string, object> => ({
  '/export': {
    kind: 'BindingProvider',
    apiVersion: 'v1alpha1',
    providerPrettyName: 'Provider',
    version: 'v1.0.0',
    authenticationMethods: [],
  },
  '/.well-known/openid-configuration': {
    issuer: address,
    token_endpoint: `${address}/token`,
  },
  '/token': { access_token: canary, token_type: 'Bearer' },
});

const response = {
  kind: 'BindingResponse',
  apiVersion: 'klutch.anynines.com/v1alpha1',
  authentication: { oauth2CodeGrant: { sid: '', id: 'https://id/machine' } },
  kubeconfig: Buffer.from('kind: Config').toString('base64'),
  requests: [],
};

beforeAll(async () => {
  server = createServer((request, answer) => {
    const path = request.url ?? '';
    authorization = request.headers.authorization;
    const count = (requests[path] ?? 0) + 1;
    requests[path] = count;
    if (count === 1) {
      first(answer);
      return;
    }
    const document = documents()[path];
    if (document) json(answer, document);
    else bound(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = {};
  bound = answer => json(answer, response);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const credentials = (): Pick<MachineOptions, 'environment' | 'flags'> => ({
  flags: { issuer: address, clientId: 'ci' },
  environment: { OIDC_CLIENT_SECRET: canary },
});

const bind = ({ environment, flags } = credentials()) => {
  const cluster = new MemoryCluster();
  cluster.objects.set(namespace, {
    metadata: { name: 'klutch-bind', uid: 'uid' },
  });
  return bindAsMachine(
    {
      context: {
        connect: () => Promise.reject(new Error('not used')),
        confirm: async () => undefined,
        stdout: process.stdout,
        stderr: process.stderr,
      },
      appCluster: cluster.client,
      flags: { ...flags, api: ['a.example.test'] },
      environment,
      retry: { firstDelayMs: 1 },
    },
    new URL('/export', address),
  );
};

const paths = [
  '/export',
  '/.well-known/openid-configuration',
  '/token',
  '/bind-noninteractive',
];

it.each<[string, (answer: ServerResponse) => void]>([
  ['is busy', answer => json(answer, { error: 'temporarily' }, 503)],
  ['loses the connection', answer => answer.destroy()],
])('repeats each request to a server that %s', async (_, fail) => {
  first = fail;
  expect((await bind()).requests).toEqual([]);
  for (const path of paths) expect(requests[path]).toBeGreaterThan(1);
});

it('does not repeat a refused request, and quotes no token', async () => {
  first = answer => answer.destroy();
  bound = answer => json(answer, {}, 403);
  const error: Error = await bind().catch(thrown => thrown);
  expect(error.message).toMatch(/answered with status 403/);
  expect(error.message).not.toContain(canary);
  expect(requests['/bind-noninteractive']).toBe(2);
});

describe('the token', () => {
  let folder: string;
  let tokenFile: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klutch-token-'));
    tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 'from-file\n');
  });
  beforeEach(() => {
    first = answer => answer.destroy();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const variable = { KLUTCH_TOKEN: ' from-variable\n' };
  it.each([
    ['a file', () => ({ tokenFile, issuer: address }), variable, 'from-file'],
    ['a variable', () => ({}), variable, 'from-variable'],
    [
      'the client that flags name, before a variable',
      () => credentials().flags,
      { ...variable, OIDC_CLIENT_SECRET: canary },
      canary,
    ],
  ])('is that of %s', async (_, flags, environment, token) => {
    await bind({ flags: flags(), environment });
    expect(authorization).toBe(`Bearer ${token}`);
  });

  it('is asked for when the file is empty', async () => {
    await writeFile(tokenFile, '\n');
    await expect(bind({ flags: { tokenFile } })).rejects.toThrow(
      `${tokenFile} is empty. Write the secret into it.`,
    );
  });
});
