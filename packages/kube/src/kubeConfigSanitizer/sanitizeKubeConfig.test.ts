import { parse } from 'yaml';
import {
  base64,
  Certificates,
  clientCertificate,
  content,
  createCertificates,
  jwt,
  kubeconfig,
} from './__testUtils__/kubeconfigs';
import { sanitized } from './__testUtils__/sanitized';
import { kubeConfigPolicies } from './KubeConfigPolicy';
import { sanitizeKubeConfig } from './sanitizeKubeConfig';

const { strict, open } = kubeConfigPolicies;
const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

let certificates: Certificates;
beforeAll(async () => {
  certificates = await createCertificates();
});

it('keeps the current context, and only its needed fields', () => {
  const {
    cluster,
    user,
    host,
    warnings,
    kubeconfig: yaml,
  } = sanitized(
    kubeconfig({
      cluster: {
        'certificate-authority-data': base64(certificates.authority.cert),
        'tls-server-name': 'inside.example.com',
        'disable-compression': true,
        extensions: [{ name: 'minikube', extension: { version: 'v1' } }],
      },
      user: { ...clientCertificate(certificates), extensions: [] },
    }),
  );
  expect(host).toBe('apps.example.com');
  expect(warnings).toEqual([]);
  expect(cluster).toEqual({
    server: 'https://apps.example.com:6443',
    'certificate-authority-data': base64(certificates.authority.cert),
    'tls-server-name': 'inside.example.com',
  });
  expect(user).toEqual(clientCertificate(certificates));
  expect(yaml).not.toContain('other');
  expect(yaml).not.toContain('minikube');
});

it.each<[string, string, string]>([
  [
    'a path',
    'https://r.example.com/k8s/clusters/c-1/',
    'https://r.example.com/k8s/clusters/c-1',
  ],
  ['the default port', 'https://r.example.com:443', 'https://r.example.com'],
  ['big letters', 'HTTPS://R.Example.COM', 'https://r.example.com'],
  ['a private address', 'https://10.1.2.3:6443', 'https://10.1.2.3:6443'],
  ['an address in another notation', 'https://0x0a010203', 'https://10.1.2.3'],
  ['an IPv6 address', 'https://[2a00:0:0::1]:6443', 'https://[2a00::1]:6443'],
  [
    'a name beyond ASCII',
    'https://münchen.example.com',
    'https://xn--mnchen-3ya.example.com',
  ],
  ['a trailing dot', 'https://apps.example.com.', 'https://apps.example.com.'],
  [
    'blanks around it',
    ' https://apps.example.com\t',
    'https://apps.example.com',
  ],
])('normalizes a server with %s', (_, server, url) => {
  expect(sanitized(kubeconfig({ cluster: { server } })).cluster).toEqual({
    server: url,
  });
});

it('returns the host of an IPv6 address without brackets', () => {
  expect(
    sanitized(kubeconfig({ cluster: { server: 'https://[2a00::1]' } })).host,
  ).toBe('2a00::1');
});

it('accepts JSON, CRLF, a byte order mark, and YAML with document marks', () => {
  const expected = sanitized(kubeconfig()).kubeconfig;
  for (const text of [
    JSON.stringify(content()),
    JSON.stringify(content(), null, '\t'),
    kubeconfig().replaceAll('\n', '\r\n'),
    `\ufeff${kubeconfig()}`,
    `---\n${kubeconfig()}...\n`,
    `# a comment\n${kubeconfig()}`,
    `a: &anchor x\n${kubeconfig()}`,
  ]) {
    expect(sanitized(text).kubeconfig).toBe(expected);
  }
});

it('accepts its own result', () => {
  const once = sanitized(
    kubeconfig({
      cluster: {
        'certificate-authority-data': base64(certificates.authority.cert),
      },
      user: { ...clientCertificate(certificates), token: 'yes' },
    }),
  ).kubeconfig;
  expect(sanitized(once).kubeconfig).toBe(once);
  expect(sanitized(once, open).kubeconfig).toBe(once);
});

it.each(['yes', '1e3', '0o17', '1:30', '012', 'null', '~', '"', "'", '#'])(
  'writes the token %s as a string in older YAML versions, too',
  odd => {
    const { user, kubeconfig: yaml } = sanitized(
      kubeconfig({ user: { token: odd } }),
    );
    expect(user).toEqual({ token: odd });
    expect(parse(yaml, { version: '1.1' })).toMatchObject({
      users: [{ user: { token: odd } }],
    });
  },
);

it('reads base64 over several lines, and omits text that is no certificate', () => {
  const { cert } = certificates.authority;
  const lines = base64(
    `a comment\n${cert}${certificates.authority.key}\n${cert}`,
  ).replaceAll(/.{64}/g, '$&\n');
  expect(
    sanitized(kubeconfig({ cluster: { 'certificate-authority-data': lines } }))
      .cluster,
  ).toMatchObject({ 'certificate-authority-data': base64(cert + cert) });
});

describe('validity periods', () => {
  const withToken = (claims: object) =>
    sanitizeKubeConfig(
      kubeconfig({ user: { token: jwt(claims) } }),
      strict,
      now,
    );

  it('cause a warning when they end within a week', () => {
    expect(withToken({ exp: seconds(inDays(8)) }).warnings).toEqual([]);
    expect(withToken({ exp: seconds(inDays(6)) }).warnings).toEqual([
      {
        reason: 'ends-soon',
        field: 'user.token',
        message: expect.stringMatching(
          /token expires on \d{4}.* UTC\. Replace the kubeconfig/,
        ),
      },
    ]);
  });

  it('cause a warning when they have not begun', () => {
    expect(withToken({ nbf: seconds(inDays(1)) }).warnings).toMatchObject([
      { reason: 'not-yet-valid', field: 'user.token' },
    ]);
  });

  it.each([
    ['an expiry beyond the range of dates', { exp: 1e300, nbf: -1e300 }],
    ['an expiry that is no time', { exp: 'tomorrow' }],
    ['no expiry', {}],
  ])('of a token with %s are ignored', (_, claims) => {
    expect(withToken(claims).warnings).toEqual([]);
  });

  it.each(['a.b', 'a.b.c', 'a.bnVsbA.c', '..', 'a.e30.c.d'])(
    'are not read from the token %s',
    opaque => {
      expect(
        sanitized(kubeconfig({ user: { token: opaque } })).warnings,
      ).toEqual([]);
    },
  );

  it('of a client certificate cause a refusal after their end, and a warning shortly before', () => {
    const yaml = kubeconfig({ user: clientCertificate(certificates) });
    expect(() => sanitizeKubeConfig(yaml, strict, inDays(365 * 11))).toThrow(
      expect.objectContaining({
        reason: 'expired',
        field: 'user.client-certificate-data',
      }),
    );
    const end = new Date(now);
    end.setFullYear(end.getFullYear() + 10, end.getMonth(), end.getDate() - 3);
    expect(sanitizeKubeConfig(yaml, strict, end).warnings).toMatchObject([
      { reason: 'ends-soon', field: 'user.client-certificate-data' },
    ]);
    expect(sanitizeKubeConfig(yaml, strict, inDays(-2)).warnings).toMatchObject(
      [{ reason: 'not-yet-valid', field: 'user.client-certificate-data' }],
    );
  });

  it('of an authority cause a refusal after their end', () => {
    const yaml = kubeconfig({
      cluster: {
        'certificate-authority-data': base64(certificates.authority.cert),
      },
    });
    expect(() => sanitizeKubeConfig(yaml, strict, inDays(365 * 11))).toThrow(
      expect.objectContaining({
        reason: 'expired',
        field: 'cluster.certificate-authority-data',
      }),
    );
  });
});
