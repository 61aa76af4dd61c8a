import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createAuthority, issueCertificate } from '@klutch/local-processes';
import { Registry } from 'prom-client';
import { recordingLogger } from '../testing/__testUtils__/browser';
import { eventually } from '../testing/__testUtils__/controlPlane';
import { renderKubeconfig } from '../tokens/kubeconfig';
import type { HandshakeConfig, ServerConfig } from './config';
import { serve } from './serve';

let folder: string;
let stopping = new AbortController();
let stopped: Promise<void> | undefined;
const fileWith = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-'));
});
afterEach(async () => {
  stopping.abort();
  await stopped;
  stopping = new AbortController();
  stopped = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A server whose control plane cluster is unavailable. */
const start = async (
  handshake: Partial<HandshakeConfig>,
  more: Partial<ServerConfig> = {},
) => {
  const away = { server: 'https://127.0.0.1:1' };
  const server = await serve({
    config: {
      prettyName: 'Data platform',
      tokenLifetime: 86_400_000,
      serviceNamespaceLimit: 500,
      defaultAudience: 'everyone',
      health: '127.0.0.1:0',
      lease: null,
      logLevel: 'info',
      ...more,
      controlPlane: {
        kubeconfig: fileWith('kubeconfig', renderKubeconfig(away, 'n', 't')),
        ...more.controlPlane,
      },
      handshake: {
        externalUrl: 'https://localhost',
        listen: '127.0.0.1:0',
        trustedProxies: 0,
        allowReferenceRedirect: true,
        requestsPerMinute: 100,
        identityProviders: [
          { id: 'company', issuer: 'https://id.test', clientId: 'klutch' },
        ],
        ...handshake,
      },
    },
    logger: recordingLogger([]),
    registry: new Registry(),
    signal: stopping.signal,
  });
  ({ stopped } = server);
  return server.ports;
};

describe('the configured server', () => {
  it('serves the handshake with its certificate', async () => {
    const authority = await createAuthority('test');
    const { cert, key } = await issueCertificate(authority, {
      commonName: 'localhost',
      usage: 'server',
    });
    const ports = await start({
      tls: {
        certFile: fileWith('tls.crt', cert),
        keyFile: fileWith('tls.key', key),
      },
    });
    const answer = await new Promise((resolve, reject) => {
      const url = `https://localhost:${ports.handshake}/export`;
      get(url, { ca: authority.cert }, response => {
        json(response).then(resolve, reject);
      }).once('error', reject);
    });
    expect(answer).toMatchObject({ providerPrettyName: 'Data platform' });
  });

  it('stores sign-ins in its database, and is not ready without it', async () => {
    const url = fileWith('url', 'postgres://x:canary@127.0.0.1:1/x');
    const ports = await start({ database: { postgres: { file: url } } });
    const problems = await eventually(
      'the failed connection is reported',
      async () => {
        const asked = await fetch(`http://127.0.0.1:${ports.health}/readyz`);
        const text = await asked.text();
        return text.includes('ECONNREFUSED') && text;
      },
    );
    expect(problems).toContain('A query to the sign-in database failed');
  });

  it.each<[string, Partial<ServerConfig>, string]>([
    ['externalCaFile', { controlPlane: { externalCaFile: '/no' } }, '/no'],
    ['namespacePrefix', { namespacePrefix: 'Bad_X' }, 'Bad_X'],
    ['tokenLifetime', { tokenLifetime: 60_000 }, 'tokenLifetimeSeconds is 60'],
    [
      'serviceNamespaceLimit',
      { serviceNamespaceLimit: -1 },
      'serviceNamespaceLimit is -1',
    ],
  ])('applies %s', async (_, config, message) => {
    await expect(start({}, config)).rejects.toThrow(message);
  });
});
