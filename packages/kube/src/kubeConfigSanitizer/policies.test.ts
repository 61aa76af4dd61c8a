import {
  base64,
  canary,
  Certificates,
  clientCertificate,
  createCertificates,
  kubeconfig,
} from './__testUtils__/kubeconfigs';
import { sanitized } from './__testUtils__/sanitized';
import { KubeConfigPolicy, kubeConfigPolicies } from './KubeConfigPolicy';
import { KubeconfigRefusal } from '../KubeconfigRefusedError';
import { sanitizeKubeConfig } from './sanitizeKubeConfig';

const { strict, open } = kubeConfigPolicies;
const token = { token: `${canary}token` };

let certificates: Certificates;
beforeAll(async () => {
  certificates = await createCertificates();
});

const refused = (yaml: string, policy: KubeConfigPolicy) => () =>
  sanitizeKubeConfig(yaml, policy);

const withReason = (reason: KubeconfigRefusal) =>
  expect.objectContaining({ reason });

describe('the open policy', () => {
  it('keeps programs, files, proxies and other fields unchanged', () => {
    const { cluster, user, warnings } = sanitized(
      kubeconfig({
        cluster: {
          server: 'https://127.0.0.1:6443',
          'certificate-authority': '/etc/ca.pem',
          'insecure-skip-tls-verify': true,
          'proxy-url': 'socks5://localhost:1080',
        },
        user: {
          exec: { command: 'aws', args: ['eks'], apiVersion: 'v1' },
          'client-certificate': '/etc/cert.pem',
          'client-key': '/etc/key.pem',
          tokenFile: '/run/token',
          token: 'shadowed',
          as: 'somebody',
          'as-groups': ['some', 'people'],
        },
      }),
      open,
    );
    expect(cluster).toEqual({
      server: 'https://127.0.0.1:6443',
      'certificate-authority': '/etc/ca.pem',
      'insecure-skip-tls-verify': true,
      'proxy-url': 'socks5://localhost:1080',
    });
    expect(user).toEqual({
      exec: { command: 'aws', args: ['eks'], apiVersion: 'v1' },
      'client-certificate': '/etc/cert.pem',
      'client-key': '/etc/key.pem',
      tokenFile: '/run/token',
      as: 'somebody',
      'as-groups': ['some', 'people'],
    });
    expect(warnings).toEqual([
      {
        reason: 'insecure-tls',
        field: 'cluster.insecure-skip-tls-verify',
        message: expect.stringMatching(
          /does not verify the server's certificate/,
        ),
      },
    ]);
  });

  it('prefers data to files, as kubectl does', () => {
    const { cluster, user } = sanitized(
      kubeconfig({
        cluster: {
          'certificate-authority': '/etc/ca.pem',
          'certificate-authority-data': base64(certificates.authority.cert),
        },
        user: {
          ...clientCertificate(certificates),
          'client-certificate': '/etc/cert.pem',
          'client-key': '/etc/key.pem',
        },
      }),
      open,
    );
    expect(cluster).not.toHaveProperty('certificate-authority');
    expect(user).toEqual(clientCertificate(certificates));
  });

  it('resolves relative paths from the given directory', () => {
    const yaml = kubeconfig({
      cluster: { 'certificate-authority': '../ca.pem' },
      user: { exec: { command: './login' }, tokenFile: 'token' },
    });
    const { cluster, user } = sanitized(yaml, {
      ...open,
      directory: '/etc/kube',
    });
    expect(cluster).toMatchObject({ 'certificate-authority': '/etc/ca.pem' });
    expect(user).toMatchObject({
      exec: { command: '/etc/kube/login' },
      tokenFile: '/etc/kube/token',
    });
  });

  it.each<[string, object, object, KubeconfigRefusal]>([
    ['relative paths without a directory', {}, { tokenFile: 'token' }, 'file'],
    [
      'a relative program without a directory',
      {},
      { exec: { command: './a' } },
      'exec',
    ],
    ['a program without name', {}, { exec: { args: [] } }, 'exec'],
    ['a plugin', {}, { 'auth-provider': {} }, 'auth-provider'],
    ['a password', {}, { password: canary }, 'password'],
    ['groups that are none', {}, { ...token, 'as-groups': [1] }, 'field-type'],
    ['another uid', {}, { ...token, 'as-uid': canary }, 'impersonation'],
    ['metadata', { server: 'https://169.254.169.254' }, token, 'metadata'],
    ['link-local', { server: 'https://[fe80::1]' }, token, 'link-local'],
    ['plain http', { server: 'http://127.0.0.1' }, token, 'plain-http'],
    ['a proxy of another kind', { 'proxy-url': 'ftp://proxy' }, token, 'proxy'],
    ['a proxy that is none', { 'proxy-url': canary }, token, 'server-url'],
    [
      'metadata as proxy',
      { 'proxy-url': 'http://metadata' },
      token,
      'metadata',
    ],
    ['broken data', { 'certificate-authority-data': '%' }, token, 'base64'],
  ])('still refuses %s', (_, cluster, user, reason) => {
    const yaml = kubeconfig({ cluster, user });
    expect(refused(yaml, open)).toThrow(withReason(reason));
    expect(refused(yaml, open)).not.toThrow(canary);
  });
});

describe('a policy between strict and open', () => {
  const server = (url: string) => kubeconfig({ cluster: { server: url } });

  it('allows loopback and nothing else with it', () => {
    const sandbox: KubeConfigPolicy = { ...strict, loopback: 'allow' };
    expect(sanitized(server('https://127.0.0.1:6443'), sandbox).host).toBe(
      '127.0.0.1',
    );
    expect(refused(kubeconfig({ user: { exec: {} } }), sandbox)).toThrow(
      withReason('exec'),
    );
  });

  it('refuses private networks', () => {
    const outside: KubeConfigPolicy = { ...strict, privateNetworks: 'refuse' };
    expect(refused(server('https://10.0.0.1'), outside)).toThrow(
      withReason('private-network'),
    );
    expect(sanitized(server('https://8.8.8.8'), outside).host).toBe('8.8.8.8');
  });

  it('refuses other ports', () => {
    const usual: KubeConfigPolicy = { ...strict, ports: [443, 6443] };
    expect(refused(server('https://apps.example.com:22'), usual)).toThrow(
      withReason('port'),
    );
    expect(sanitized(server('https://apps.example.com'), usual).host).toBe(
      'apps.example.com',
    );
  });

  it('accepts larger files', () => {
    const yaml = `${kubeconfig()}# ${'x'.repeat(300_000)}`;
    expect(sanitized(yaml, { ...strict, maxBytes: 512 * 1024 }).host).toBe(
      'apps.example.com',
    );
  });
});
