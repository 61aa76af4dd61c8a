import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { Logger } from '@klutch/kube';
import {
  createAuthority,
  issueCertificate,
  type KeyPair,
} from '@klutch/local-processes';
import { recordingLogger } from '../testing/__testUtils__/browser';
import { eventually } from '../testing/__testUtils__/controlPlane';
import { createHttpsServer } from './httpsServer';

let folder: string;
let authority: KeyPair;
let server: Server | undefined;
const lines: string[] = [];
const logger: Logger = recordingLogger(lines);

const issue = (commonName: string) =>
  issueCertificate(authority, { commonName, usage: 'server' });

const put = (name: 'cert' | 'key', pem: string) =>
  writeFile(join(folder, name), pem);

const connected = async () => {
  const { port } = server?.address() as AddressInfo;
  const socket = connect({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  return socket;
};

/** The common name in the certificate of a new connection. */
const served = async () => {
  const socket = await connected();
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
};

const create = (limits = {}) =>
  createHttpsServer(
    {
      tls: { certFile: join(folder, 'cert'), keyFile: join(folder, 'key') },
      limits,
      logger,
      pollMs: 20,
    },
    (_, response) => response.end(),
  );

const start = async (limits = {}) => {
  server = create(limits).listen(0, '127.0.0.1');
  await once(server, 'listening');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klutch-'));
  authority = await createAuthority('test');
});
afterEach(async () => {
  if (!server) return;
  server.close();
  await once(server, 'close');
  server = undefined;
});
afterAll(() => rm(folder, { recursive: true }));

it('reloads a replaced certificate once its key is replaced too', async () => {
  const [first, second] = [await issue('first'), await issue('second')];
  await put('cert', first.cert);
  await put('key', first.key);
  await start();
  expect(await served()).toBe('first');

  await put('cert', second.cert);
  await eventually('the mismatch is logged', async () =>
    lines.some(line => line.includes('do not match')),
  );
  expect(await served()).toBe('first');
  await put('key', second.key);
  await eventually(
    'the second is served',
    async () => (await served()) === 'second',
  );
  expect(lines.join()).not.toContain('PRIVATE KEY');
});

it('times out a request that does not end (B12a)', async () => {
  const { cert, key } = await issue('limited');
  await put('cert', cert);
  await put('key', key);
  await start({ headersTimeout: 50, connectionsCheckingInterval: 20 });
  const socket = await connected();
  socket.write('GET / HTTP/1.1\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
});

it('throws at startup for an invalid certificate', async () => {
  const [one, other] = [await issue('one'), await issue('other')];
  await put('cert', one.cert);
  await put('key', other.key);
  expect(create).toThrow('are readable and match');
});
