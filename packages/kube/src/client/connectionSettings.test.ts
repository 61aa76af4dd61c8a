import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionSettings } from './connectionSettings';
import { loadKubeConfig } from './kubeConfig';
import { ConnectionPolicy } from './policy';

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

const settingsOf = (
  parts: { cluster?: object; user?: object },
  policy: ConnectionPolicy = {},
) => connectionSettings(loadKubeConfig(kubeconfig(parts)), policy);

describe('connectionSettings', () => {
  it('uses certificate authority, server name and certificate', () => {
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

  it('uses the token', async () => {
    const { credentials } = settingsOf({ user: { token: 'abc' } });
    expect(await credentials.current()).toEqual({
      authorization: 'Bearer abc',
    });
  });

  it.each(['a\nsecret-word', 'secret-word\n', 'a secret-word', 'secret-wörd'])(
    'refuses the token %j without quoting it',
    token => {
      const attempt = () => settingsOf({ user: { token } });
      expect(attempt).toThrow(
        expect.objectContaining({
          name: 'ConnectionError',
          failure: 'credentials',
          message: expect.stringContaining('user "u" signs in with a token'),
        }),
      );
      expect(attempt).not.toThrow(/secret-w/);
    },
  );

  it('prefers a token file, as kubectl does', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    const file = join(dir, 'token');
    await writeFile(file, 'from-file\n');
    const { credentials } = settingsOf({
      user: { token: 'abc', tokenFile: file },
    });
    expect(await credentials.current()).toEqual({
      authorization: 'Bearer from-file',
    });
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
    [
      'a plugin',
      { user: { exec: { command: 'x' } } },
      'through a plugin (exec), which is not allowed here',
    ],
    [
      'half a certificate',
      { user: { 'client-certificate-data': base64('C') } },
      'without its key',
    ],
  ])('refuses %s with a readable error', (_what, parts, expectedMessage) => {
    expect(() => settingsOf(parts)).toThrow(expectedMessage);
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

  it.each([
    ['no policy', {}],
    ['a policy that allows all', { exec: 'allow', proxy: 'allow' }],
  ] as const)('refuses passwords and providers with %s', (_what, policy) => {
    const password = { username: 'a', password: 'secret-word' };
    expect(() => settingsOf({ user: password }, policy)).toThrow('by password');
    const provider = { 'auth-provider': { name: 'oidc' } };
    expect(() => settingsOf({ user: provider }, policy)).toThrow(
      'auth-provider',
    );
  });

  it.each([
    { cluster: { 'certificate-authority': '/etc/passwd' } },
    { user: { 'client-certificate': '/etc/passwd' } },
    { user: { 'client-key': '/etc/passwd' } },
    { user: { tokenFile: '/etc/passwd' } },
    {
      user: {
        'auth-provider': { name: 'x', config: { tokenFile: '/etc/passwd' } },
      },
    },
  ])('refuses files where they are not allowed: %j', parts => {
    expect(() => settingsOf(parts, { files: 'refuse' })).toThrow(
      'names files of this machine, which is not allowed here',
    );
  });

  it('names the file that cannot be read', () => {
    expect(() =>
      settingsOf({ cluster: { 'certificate-authority': '/not/there' } }),
    ).toThrow(
      'The file /not/there with the certificate authority of the kubeconfig cannot be read',
    );
  });

  it.each(['http://p:3128', 'https://p', 'socks5://p:1080'])(
    'uses the proxy %s where proxies are allowed',
    url => {
      const { proxy } = settingsOf(
        { cluster: { 'proxy-url': url } },
        { proxy: 'allow' },
      );
      expect(proxy).toEqual(new URL(url));
    },
  );

  it.each(['ftp://u:secret-word@p', 'secret-word', 'file:///secret-word'])(
    'refuses %s as a proxy without quoting it',
    url => {
      const attempt = () =>
        settingsOf({ cluster: { 'proxy-url': url } }, { proxy: 'allow' });
      expect(attempt).toThrow('proxy-url of the kubeconfig\'s cluster "c"');
      expect(attempt).not.toThrow('secret-word');
    },
  );

  it('prefers a token to a program, as kubectl does', async () => {
    const user = { token: 'abc', exec: { command: 'x' } };
    const { credentials } = settingsOf({ user }, { exec: 'allow' });
    expect(await credentials.current()).toEqual({
      authorization: 'Bearer abc',
    });
  });

  it('impersonates the user and the groups of the kubeconfig', () => {
    const { identity } = settingsOf({
      user: { as: 'alice', 'as-groups': ['a', 'b'] },
    });
    expect(identity).toEqual({
      'impersonate-user': 'alice',
      'impersonate-group': ['a', 'b'],
    });
  });

  it.each([
    [{ 'as-groups': ['a'] }, 'without a user'],
    [{ as: 'system:admin' }, 'Kubernetes reserves names'],
    [
      { as: 'alice', 'as-groups': ['system:masters'] },
      'Kubernetes reserves names',
    ],
  ])('refuses to act as %j', (user, expectedMessage) => {
    expect(() => settingsOf({ user })).toThrow(expectedMessage);
  });
});
