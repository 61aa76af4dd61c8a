import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionSettings, loadKubeConfig } from './kubeConfig';

const base64 = (text: string) => Buffer.from(text).toString('base64');

function kubeconfig(parts: { cluster?: object; user?: object } = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
    clusters: [
      {
        name: 'c',
        cluster: { server: 'https://example.org:6443/k8s', ...parts.cluster },
      },
    ],
    users: [{ name: 'u', user: { ...parts.user } }],
  });
}

const settingsOf = (parts: { cluster?: object; user?: object }) =>
  connectionSettings(loadKubeConfig(kubeconfig(parts)));

describe('connectionSettings', () => {
  it('takes over trust, server name and certificate', () => {
    const settings = settingsOf({
      cluster: {
        'certificate-authority-data': base64('CA'),
        'tls-server-name': 'inside',
      },
      user: {
        'client-certificate-data': base64('CERT'),
        'client-key-data': base64('KEY'),
      },
    });
    expect(settings).toMatchObject({
      ca: 'CA',
      tlsServerName: 'inside',
      clientCertificate: { cert: 'CERT', key: 'KEY' },
      skipTlsVerify: false,
    });
    expect(settings.server.href).toBe('https://example.org:6443/k8s');
  });

  it('takes over a token', async () => {
    const { credentials } = settingsOf({ user: { token: 'abc' } });
    expect(await credentials.authorization()).toBe('Bearer abc');
  });

  it('prefers a token file, as kubectl does', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    const file = join(dir, 'token');
    await writeFile(file, 'from-file\n');
    const { credentials } = settingsOf({
      user: { token: 'abc', tokenFile: file },
    });
    expect(await credentials.authorization()).toBe('Bearer from-file');
    await rm(dir, { recursive: true });
  });

  it.each([
    ['plain http', { cluster: { server: 'http://example.org' } }, 'Use https.'],
    [
      'another protocol',
      { cluster: { server: 'ftp://example.org' } },
      'Use https.',
    ],
    [
      'no address',
      { cluster: { server: 'example' } },
      'no valid server address',
    ],
    ['a proxy', { cluster: { 'proxy-url': 'http://p' } }, 'behind a proxy'],
    ['a plugin', { user: { exec: { command: 'x' } } }, 'through a plugin'],
    [
      'a provider',
      { user: { 'auth-provider': { name: 'oidc' } } },
      'through a plugin',
    ],
    [
      'a password',
      { user: { username: 'a', password: 'secret-word' } },
      'by password',
    ],
    [
      'half a certificate',
      { user: { 'client-certificate-data': base64('C') } },
      'without its key',
    ],
  ])('refuses %s in words', (_what, parts, words) => {
    expect(() => settingsOf(parts)).toThrow(words);
  });

  it.each([
    'http://127.0.0.1:8001',
    'http://localhost:8001',
    'http://[::1]:8001',
  ])('allows %s, which stays on the machine', server => {
    expect(settingsOf({ cluster: { server } }).server.origin).toBe(server);
  });

  it('refuses a kubeconfig without a current context', () => {
    const kubeConfig = loadKubeConfig(kubeconfig());
    kubeConfig.setCurrentContext('elsewhere');
    expect(() => connectionSettings(kubeConfig)).toThrow('no current context');
  });
});

describe('loadKubeConfig', () => {
  it.each(['token: "secret-word', 'secret-word', '', '[1, 2]'])(
    'refuses %j without quoting it',
    text => {
      const attempt = () => loadKubeConfig(text);
      expect(attempt).toThrow('The kubeconfig cannot be read');
      expect(attempt).not.toThrow('secret-word');
    },
  );
});
