import { parse, stringify } from 'yaml';
import { InvalidError } from '../errors/InvalidError';
import { addressProblem, takeInKubeconfig } from './kubeconfigIntake';

const strict = { allowLoopback: false };

const kubeconfig = (
  cluster: object = {},
  user: object = { token: 'secret-token' },
) =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'other', cluster: { server: 'https://other' } },
      {
        name: 'c',
        cluster: { server: 'https://apps.example.com:6443', ...cluster },
      },
    ],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });

const refusal = (yaml: string): string => {
  try {
    takeInKubeconfig(yaml, strict);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    const { message, causes } = error;
    return JSON.stringify({ message, causes });
  }
  throw new Error('It was taken in.');
};

it('keeps the current context, and of it only what is needed', () => {
  const { kubeconfig: taken, host } = takeInKubeconfig(
    kubeconfig({ 'certificate-authority-data': 'Q0E=', extensions: [] }),
    strict,
  );
  expect(host).toBe('apps.example.com');
  expect(parse(taken)).toMatchObject({
    clusters: [
      {
        cluster: {
          server: 'https://apps.example.com:6443',
          'certificate-authority-data': 'Q0E=',
        },
      },
    ],
    users: [{ user: { token: 'secret-token' } }],
  });
  expect(taken).not.toContain('extensions');
  expect(taken).not.toContain('other');
});

it.each([
  ['exec', { exec: { command: 'rm' } }, /running a program/],
  ['auth-provider', { 'auth-provider': { name: 'gcp' } }, /plugin/],
  ['tokenFile', { tokenFile: '/etc/passwd' }, /a file with a token/],
  ['client-certificate', { 'client-certificate': '/x' }, /a file with a cert/],
  ['client-key', { 'client-key': '/x' }, /a file with a key/],
  ['password', { username: 'a', password: 'b' }, /password/],
  ['as', { token: 'secret-token', as: 'admin' }, /acts as somebody else/],
  ['nothing', {}, /neither a token nor a client certificate/],
])('refuses a user with %s', (_, user, reason) => {
  expect(refusal(kubeconfig({}, user))).toMatch(reason);
});

it.each([
  ['a file', { 'certificate-authority': '/x' }, /a file with a certificate au/],
  ['a proxy', { 'proxy-url': 'http://x' }, /proxy/],
  ['no check', { 'insecure-skip-tls-verify': true }, /does not check/],
  ['plain http', { server: 'http://apps.example.com' }, /not reached by https/],
  ['no URL', { server: 'apps' }, /not a URL/],
  ['loopback', { server: 'https://127.0.0.1:6443' }, /the portal runs on/],
  ['loopback by number', { server: 'https://2130706433' }, /the portal runs/],
  ['loopback by name', { server: 'https://x.localhost' }, /the portal runs/],
  ['loopback of IPv6', { server: 'https://[::1]:6443' }, /the portal runs on/],
  ['mapped loopback', { server: 'https://[::ffff:7f00:1]' }, /portal runs on/],
  ['any address', { server: 'https://0.0.0.0' }, /the portal runs on/],
  ['link-local', { server: 'https://169.254.169.254' }, /one machine or cloud/],
  ['metadata', { server: 'https://metadata.google.internal' }, /or cloud uses/],
])('refuses a cluster with %s', (_, cluster, reason) => {
  expect(refusal(kubeconfig(cluster))).toMatch(reason);
});

it('refuses what is no kubeconfig, without quoting it', () => {
  expect(refusal('secret-token: [')).toMatch(/not YAML/);
  expect(refusal('secret-token: [')).toMatch(/"field":"kubeconfig"/);
  expect(refusal('secret-token: [')).not.toMatch(/secret-token/);
  expect(refusal('secret-token')).toMatch(/not a kubeconfig/);
  expect(refusal('{}')).toMatch(/current context/);
  expect(refusal('a: &a [x]\nb: [*a, *a]')).toMatch(/not YAML|context/);
});

it('lets loopback through where the configuration says so, link-local never', () => {
  const open = { allowLoopback: true };
  expect(addressProblem('127.0.0.1', open)).toBeUndefined();
  expect(addressProblem('localhost', open)).toBeUndefined();
  expect(addressProblem('169.254.169.254', open)).toBeDefined();
  expect(addressProblem('10.1.2.3', strict)).toBeUndefined();
});
