import { loadKubeConfig } from '@klutch/kube';
import {
  credentialsExpired,
  renewalOverdueAt,
  tokenExpiryOf,
  tokenNotRenewed,
  type TokenExpiry,
} from './tokenExpiry';

const now = new Date('2026-01-01T00:10:00Z');
const jwt = (claims: unknown) =>
  ['{}', JSON.stringify(claims), 'signature']
    .map(part => Buffer.from(part).toString('base64url'))
    .join('.');
const withUser = (user: string) =>
  loadKubeConfig(`apiVersion: v1
kind: Config
clusters: [{name: default, cluster: {server: 'https://127.0.0.1:6443'}}]
users: [{name: default, user: ${user}}]
contexts: [{name: default, context: {cluster: default, user: default}}]
current-context: default
`);

describe('tokenExpiryOf', () => {
  it.each<[string, string, TokenExpiry]>([
    [
      'a token with an expiry',
      jwt({ exp: 1_767_226_200 }),
      { expires: 'at', expiresAt: new Date('2026-01-01T00:10:00Z') },
    ],
    [
      'when a token was issued',
      jwt({ exp: 1_767_226_200, iat: 1_767_225_600 }),
      {
        expires: 'at',
        expiresAt: new Date('2026-01-01T00:10:00Z'),
        issuedAt: new Date('2026-01-01T00:00:00Z'),
      },
    ],
    ['a token without an expiry', jwt({ sub: 'x' }), { expires: 'never' }],
    ['an expiry that is no date', jwt({ exp: 'soon' }), { expires: 'unknown' }],
    [
      'an expiry out of the range of dates',
      jwt({ exp: 1e300 }),
      { expires: 'unknown' },
    ],
    ['claims that are no object', jwt(null), { expires: 'unknown' }],
    ['an opaque token', 'abcdef', { expires: 'unknown' }],
    ['three parts that are no token', 'a.b.c', { expires: 'unknown' }],
  ])('reads %s', (_what, token, expiry) => {
    expect(tokenExpiryOf(withUser(`{token: ${token}}`))).toEqual(expiry);
  });

  it('ignores client certificates', () => {
    expect(tokenExpiryOf(withUser('{}'))).toEqual({ expires: 'unknown' });
  });
});

describe('R36: a token that is not renewed', () => {
  const expiresAt = new Date('2026-01-01T02:00:00Z');
  const issuedAt = new Date('2026-01-01T00:00:00Z');

  it('is overdue shortly after half of its lifetime, when the next one should be in use', () => {
    expect(renewalOverdueAt({ expires: 'at', expiresAt, issuedAt })).toEqual(
      new Date('2026-01-01T01:06:00Z'),
    );
    for (const expiry of [
      { expires: 'at' as const, expiresAt },
      { expires: 'never' as const },
      { expires: 'unknown' as const },
    ]) {
      expect(renewalOverdueAt(expiry)).toBeUndefined();
    }
  });

  it.each([
    [
      'control plane' as const,
      /2026-01-01T02:00:00.*bind again with the reference's CLI.*For new credentials, bind again in the portal/,
    ],
    ['app cluster' as const, /2026-01-01T02:00:00.*AppClusterBinding/],
  ])(
    'of the %s is reported with its expiry and a remedy',
    (cluster, message) => {
      expect(tokenNotRenewed(expiresAt, cluster, 'Secret a/b')).toMatch(
        message,
      );
    },
  );
});

describe('credentialsExpired', () => {
  const where = 'Secret klutch-bind/kubeconfig-x';
  const conditionOf = (expiry: TokenExpiry) =>
    credentialsExpired(expiry, 'control plane', where, now);

  it('gives the remedy and the expiry of the token', () => {
    const expiresAt = new Date('2026-01-01T00:09:00Z');
    expect(conditionOf({ expires: 'at', expiresAt })).toEqual({
      ok: false,
      severity: 'Error',
      reason: 'CredentialsExpired',
      message: expect.stringMatching(
        /Secret klutch-bind\/kubeconfig-x expired at 2026-01-01T00:09:00.*kubectl klutch bind <url> --refresh/,
      ),
    });
  });

  it('states no expiry for a token without one', () => {
    const lives: TokenExpiry[] = [
      { expires: 'unknown' },
      { expires: 'never' },
      { expires: 'at', expiresAt: new Date('2030-01-01') },
    ];
    for (const expiry of lives) {
      expect(conditionOf(expiry)).toMatchObject({
        message: expect.stringContaining('are rejected by the control plane'),
      });
    }
  });
});
