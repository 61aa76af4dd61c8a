import { cpuTime } from '../__testUtils__/cpuTime';
import {
  base64,
  canary,
  Certificates,
  content,
  createCertificates,
  jwt,
  kubeconfig,
  rsaKey,
} from './__testUtils__/kubeconfigs';
import { kubeConfigPolicies } from './KubeConfigPolicy';
import {
  KubeconfigRefusal,
  KubeconfigRefusedError,
} from '../KubeconfigRefusedError';
import { sanitizeKubeConfig } from './sanitizeKubeConfig';

let certificates: Certificates;
let foreign: Certificates;
beforeAll(async () => {
  certificates = await createCertificates();
  foreign = await createCertificates();
});

/** Expected explanation for each reason. */
const explanations: Record<KubeconfigRefusal, RegExp> = {
  'too-large': /larger than 256 KiB.*--minify/,
  'too-complex': /more parts, or is nested deeper/,
  unreadable: /not YAML\. Copy it again/,
  alias: /YAML aliases.*--flatten/,
  tag: /YAML tags.*--flatten/,
  directive: /YAML directive.*--flatten/,
  'merge-key': /YAML's <<.*--flatten/,
  'duplicate-key': /occurs twice.*Delete one/,
  'several-documents': /several YAML documents.*Give one/,
  'not-a-kubeconfig': /not a kubeconfig\. Copy/,
  'field-type':
    /(not a string\. Put it in quotes|neither true nor false\. Write)/,
  redacted: /redacted by kubectl.*--raw/,
  'no-current-context': /current context.*kubectl config use-context/,
  'broken-context': /does not lead to a (cluster|user).*use-context/,
  'duplicate-name': /same name.*rename one/,
  exec: /running a program.*Use a token/,
  'auth-provider': /through a plugin.*Use a token/,
  file: /names a file with (a token|a key|a certificate).*--flatten/,
  password: /by password.*Use a token/,
  impersonation: /impersonates another user.*Use the credentials/,
  proxy: /uses a proxy.*Connect directly/,
  'insecure-tls':
    /does not verify the server's certificate.*Add the certificate authority/,
  'server-url': /not the URL of a server.*https:\/\/</,
  'plain-http': /not reached by https.*https:\/\//,
  'server-userinfo': /user or password.*Leave them out/,
  'server-query': /after \? or #.*Leave it out/,
  port: /not allowed here.*Use one of 443, 6443/,
  loopback: /loopback address.*by which other machines reach/,
  'private-network': /private network.*ask the operator/,
  'link-local': /one network link.*by which other machines reach/,
  metadata: /hands out credentials.*by which other machines reach/,
  'reserved-address': /no server can have.*by which other machines reach/,
  'local-name': /inside one network or cluster.*Use its full name/,
  'tls-server-name': /tls-server-name is not a host name.*leave it out/,
  'no-credentials': /neither a token nor a client certificate.*--raw/,
  token: /copy is damaged.*--raw/,
  base64: /not base64.*--raw/,
  certificate: /not a complete certificate in PEM format.*--raw/,
  key: /(protected by a passphrase\. Use|not a private key.*--raw|longer than 8192 bits\. Use)/,
  'key-mismatch':
    /(without its key, or the reverse|does not match its client certificate).*--raw/,
  expired: /expired on \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Renew it/,
};

/** Name of the case, text of the file, expected reason and field. */
interface Case {
  what: string;
  yaml: () => string;
  reason: KubeconfigRefusal;
  field?: string;
}

/** One object of a kubeconfig, built after the certificates were created. */
type Row = [string, () => object, KubeconfigRefusal, field?: string];

const users = (rows: Row[]): Case[] =>
  rows.map(([what, user, reason, field]) => ({
    what: `a user with ${what}`,
    yaml: () => kubeconfig({ user: user() }),
    reason,
    field: field ? `user.${field}` : 'user',
  }));

const clusters = (rows: Row[]): Case[] =>
  rows.map(([what, cluster, reason, field]) => ({
    what: `a cluster with ${what}`,
    yaml: () => kubeconfig({ cluster: cluster() }),
    reason,
    field: `cluster.${field}`,
  }));

const servers = (rows: [string, KubeconfigRefusal][]): Case[] =>
  rows.map(([server, reason]) => ({
    what: `the server ${server.slice(0, 60)}`,
    yaml: () => kubeconfig({ cluster: { server } }),
    reason,
    field: 'cluster.server',
  }));

const files = (
  rows: [string, () => string, KubeconfigRefusal, field?: string][],
): Case[] =>
  rows.map(([what, yaml, reason, field]) => ({ what, yaml, reason, field }));

const token = { token: `${canary}token` };
const data = 'certificate-authority-data';
const certificate = 'client-certificate-data';
const key = 'client-key-data';
const passphrase =
  '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n';
const noCertificate = `-----BEGIN CERTIFICATE-----\n${base64(canary)}\n-----END CERTIFICATE-----\n`;

/** A client certificate and its key, with changes. */
const pair = (changed: object) => ({
  [certificate]: base64(certificates.client.cert),
  [key]: base64(certificates.client.key),
  ...changed,
});

const authority = () => base64(certificates.authority.cert);
const cutAuthority = () =>
  base64(
    certificates.authority.cert + certificates.authority.cert.slice(0, 300),
  );
const ended = () => jwt({ exp: Math.floor(Date.now() / 1000) - 1 });

const cases: Case[] = [
  ...users([
    ['a program', () => ({ exec: { command: canary } }), 'exec', 'exec'],
    [
      'a program beside a token',
      () => ({ ...token, exec: {} }),
      'exec',
      'exec',
    ],
    [
      'a plugin',
      () => ({ 'auth-provider': { name: canary } }),
      'auth-provider',
      'auth-provider',
    ],
    ['a token file', () => ({ tokenFile: `/${canary}` }), 'file', 'tokenFile'],
    ['a relative file', () => ({ tokenFile: canary }), 'file', 'tokenFile'],
    [
      'a certificate file',
      () => ({ 'client-certificate': `/${canary}` }),
      'file',
      'client-certificate',
    ],
    [
      'a key file',
      () => ({ ...token, 'client-key': `/${canary}` }),
      'file',
      'client-key',
    ],
    ['a name', () => ({ ...token, username: canary }), 'password', 'username'],
    ['a password', () => ({ password: canary }), 'password', 'password'],
    ['another user', () => ({ ...token, as: canary }), 'impersonation', 'as'],
    [
      'other groups',
      () => ({ ...token, 'as-groups': [canary] }),
      'impersonation',
      'as-groups',
    ],
    [
      'another uid',
      () => ({ ...token, 'as-uid': canary }),
      'impersonation',
      'as-uid',
    ],
    [
      'extra attributes',
      () => ({ 'as-user-extra': {} }),
      'impersonation',
      'as-user-extra',
    ],
    ['nothing', () => ({}), 'no-credentials'],
    ['empty fields', () => ({ token: '', exec: null }), 'no-credentials'],
    [
      'a token with a line break',
      () => ({ token: `${canary}\nX: y` }),
      'token',
      'token',
    ],
    ['a token beyond ASCII', () => ({ token: `${canary}ü` }), 'token', 'token'],
    ['a number as token', () => ({ token: 12345 }), 'field-type', 'token'],
    ['a blackened token', () => ({ token: 'REDACTED' }), 'redacted', 'token'],
    ['a blackened key', () => pair({ [key]: 'DATA+OMITTED' }), 'redacted', key],
    ['a token that has ended', () => ({ token: ended() }), 'expired', 'token'],
    ['no key', () => pair({ [key]: '' }), 'key-mismatch', key],
    [
      'no certificate',
      () => pair({ [certificate]: null }),
      'key-mismatch',
      certificate,
    ],
    [
      'another key',
      () => pair({ [key]: base64(foreign.client.key) }),
      'key-mismatch',
      key,
    ],
    [
      'half of base64',
      () => pair({ [certificate]: `${canary}=` }),
      'base64',
      certificate,
    ],
    [
      'no PEM',
      () => pair({ [certificate]: base64(canary) }),
      'certificate',
      certificate,
    ],
    [
      'a key twice',
      () => pair({ [certificate]: base64(certificates.client.key) }),
      'certificate',
      certificate,
    ],
    ['a certificate twice', () => pair({ [key]: authority() }), 'key', key],
    ['a locked key', () => pair({ [key]: base64(passphrase) }), 'key', key],
    ['an endless key', () => pair({ [key]: base64(rsaKey(8200)) }), 'key', key],
    [
      'a long key',
      () => pair({ [key]: base64(rsaKey(8192)) }),
      'key-mismatch',
      key,
    ],
  ]),
  ...clusters([
    [
      'an authority file',
      () => ({ 'certificate-authority': `/${canary}` }),
      'file',
      'certificate-authority',
    ],
    [
      'a proxy',
      () => ({ 'proxy-url': `http://${canary}` }),
      'proxy',
      'proxy-url',
    ],
    [
      'no check',
      () => ({ 'insecure-skip-tls-verify': true }),
      'insecure-tls',
      'insecure-skip-tls-verify',
    ],
    [
      'an unclear check',
      () => ({ 'insecure-skip-tls-verify': 'yes' }),
      'field-type',
      'insecure-skip-tls-verify',
    ],
    [
      'an authority that is no base64',
      () => ({ [data]: `${canary}%` }),
      'base64',
      data,
    ],
    [
      'a cut authority',
      () => ({ [data]: authority().slice(0, 401) }),
      'base64',
      data,
    ],
    [
      'half an authority',
      () => ({ [data]: authority().slice(0, 400) }),
      'certificate',
      data,
    ],
    [
      'one and a half authorities',
      () => ({ [data]: cutAuthority() }),
      'certificate',
      data,
    ],
    [
      'an authority that is none',
      () => ({ [data]: base64(noCertificate) }),
      'certificate',
      data,
    ],
    [
      'a blackened authority',
      () => ({ [data]: 'DATA+OMITTED' }),
      'redacted',
      data,
    ],
    [
      'no TLS server name',
      () => ({ 'tls-server-name': `${canary}/` }),
      'tls-server-name',
      'tls-server-name',
    ],
    ['no server', () => ({ server: '' }), 'server-url', 'server'],
    ['a list as server', () => ({ server: [canary] }), 'field-type', 'server'],
  ]),
  ...servers([
    ['apps', 'server-url'],
    [`https://${canary}`, 'server-url'],
    ['https://a..b', 'server-url'],
    ['https://[::1%25eth0]', 'server-url'],
    [`https://${'a.'.repeat(2000)}com`, 'server-url'],
    ['file:///etc/passwd', 'server-url'],
    ['http://apps.example.com', 'plain-http'],
    ['ftp://apps.example.com', 'plain-http'],
    [`https://${canary}@apps.example.com`, 'server-userinfo'],
    [`https://a:${canary}@apps.example.com`, 'server-userinfo'],
    ['https://apps.example.com:6443@127.0.0.1', 'server-userinfo'],
    [`https://apps.example.com?${canary}`, 'server-query'],
    [`https://apps.example.com/#${canary}`, 'server-query'],
    ['https://127.0.0.1:6443', 'loopback'],
    ['https://2130706433', 'loopback'],
    ['https://0x7f.1', 'loopback'],
    ['https://0177.0.0.1', 'loopback'],
    ['https://%31%32%37.0.0.1', 'loopback'],
    ['https://①②⑦.0.0.1', 'loopback'],
    ['https://[::1]:6443', 'loopback'],
    ['https://[::ffff:127.0.0.1]', 'loopback'],
    ['https://localhost.', 'loopback'],
    ['https://ｌocalhost', 'loopback'],
    ['https://169.254.7.7', 'link-local'],
    ['https://169.254.169.254', 'metadata'],
    ['https://169.254.43518', 'metadata'],
    ['https://metadata.google.internal', 'metadata'],
    ['https://224.0.0.1', 'reserved-address'],
    ['https://kubernetes.default.svc', 'local-name'],
  ]),
  ...files([
    ['nothing', () => '', 'not-a-kubeconfig'],
    ['blanks', () => ' \n \n', 'not-a-kubeconfig'],
    ['a word', () => canary, 'not-a-kubeconfig'],
    ['a list', () => `[${canary}]`, 'not-a-kubeconfig'],
    [
      'another object',
      () => kubeconfig({ config: { kind: 'Secret' } }),
      'not-a-kubeconfig',
    ],
    ['bytes', () => `\u0000\u0001${canary}\ufffd`, 'not-a-kubeconfig'],
    ['broken YAML', () => `${canary}: [`, 'unreadable'],
    [
      'broken JSON',
      () => JSON.stringify(content()).slice(0, -20),
      'unreadable',
    ],
    ['a list as key', () => `${kubeconfig()}? [a]\n: b\n`, 'unreadable'],
    [
      'half a kubeconfig',
      () => kubeconfig().slice(0, 150),
      'no-current-context',
      'current-context',
    ],
    ['an alias', () => `${kubeconfig()}a: &a ${canary}\nb: *a\n`, 'alias'],
    ['a tag', () => `${kubeconfig()}a: !!js/function ${canary}\n`, 'tag'],
    ['a directive', () => `%YAML 1.1\n---\n${kubeconfig()}`, 'directive'],
    ['a merge key', () => `${kubeconfig()}<<: { users: [] }\n`, 'merge-key'],
    ['a key twice', () => `${kubeconfig()}users: []\n`, 'duplicate-key'],
    [
      'a key twice in JSON',
      () => '{"kind":"Config","kind":"Config"}',
      'duplicate-key',
    ],
    [
      'a key twice, once a number',
      () => `${kubeconfig()}1: a\n"1": b\n`,
      'duplicate-key',
    ],
    [
      'two documents',
      () => `${kubeconfig()}---\n${kubeconfig()}`,
      'several-documents',
    ],
    [
      'no current context',
      () => kubeconfig({ config: { 'current-context': '' } }),
      'no-current-context',
      'current-context',
    ],
    [
      'a number as current context',
      () => kubeconfig({ config: { 'current-context': 1 } }),
      'no-current-context',
      'current-context',
    ],
    [
      'another current context',
      () => kubeconfig({ config: { 'current-context': canary } }),
      'no-current-context',
      'current-context',
    ],
    [
      'a context without cluster',
      () => kubeconfig({ config: { clusters: [] } }),
      'broken-context',
      'context.cluster',
    ],
    [
      'a context without user',
      () => kubeconfig({ config: { users: 'none' } }),
      'broken-context',
      'context.user',
    ],
    [
      'a user twice',
      () =>
        kubeconfig({
          config: {
            users: [
              { name: 'u', user: token },
              { name: 'u', user: { exec: {} } },
            ],
          },
        }),
      'duplicate-name',
      'users',
    ],
    [
      'too much',
      () => `${kubeconfig()}# ${canary.repeat(40_000)}`,
      'too-large',
    ],
    [
      'too many parts',
      () => `${kubeconfig()}a: [${'a,'.repeat(60_000)}]`,
      'too-complex',
    ],
    [
      'too deep parts',
      () => `${kubeconfig()}a: ${'['.repeat(100)}${']'.repeat(100)}`,
      'too-complex',
    ],
  ]),
];

/** The strict policy, with further refusals. */
const policy = { ...kubeConfigPolicies.strict, ports: [443, 6443] };

function refusal(text: string, narrower = {}): KubeconfigRefusedError {
  try {
    sanitizeKubeConfig(text, { ...policy, ...narrower });
  } catch (error) {
    if (error instanceof KubeconfigRefusedError) return error;
    throw error;
  }
  throw new Error('The kubeconfig was accepted.');
}

it.each(cases)('refuses $what', ({ yaml, reason, field }) => {
  const text = yaml();
  expect(
    cpuTime(1_000, () => {
      refusal(text);
    }),
  ).toBeLessThan(1_000);
  const error = refusal(text);
  expect(error).toMatchObject({ reason, code: 'KUBECONFIG_REFUSED' });
  expect(error.field).toBe(field);
  expect(error.explanation).toMatch(explanations[reason]);
  expect(error.message).toBe(
    `The kubeconfig cannot be used. ${error.explanation}`,
  );
  expect(JSON.stringify(error) + error.stack).not.toContain(canary);
  expect(error.cause).toBeUndefined();
});

it('refuses what a policy forbids in addition to strict', () => {
  const at = (server: string) => kubeconfig({ cluster: { server } });
  for (const [error, reason] of [
    [refusal(at('https://apps.example.com:22')), 'port'],
    [
      refusal(at('https://10.0.0.1'), { privateNetworks: 'refuse' }),
      'private-network',
    ],
  ] as const) {
    expect(error).toMatchObject({ reason, field: 'cluster.server' });
    expect(error.explanation).toMatch(explanations[reason]);
  }
});

it('has a case for each reason', () => {
  const tested = new Set(cases.map(({ reason }) => reason));
  const others = Object.keys(explanations).filter(
    reason => !tested.has(reason as KubeconfigRefusal),
  );
  expect(others.sort()).toEqual(['port', 'private-network']);
});
