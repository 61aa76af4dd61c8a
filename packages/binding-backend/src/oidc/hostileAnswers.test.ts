import {
  broken,
  cut,
  endless,
  failing,
  hanging,
  html,
  inflating,
  redirecting,
  stalling,
} from '../testing/__testUtils__/hostileAnswers';
import {
  startHostileProvider,
  type HostileProvider,
} from '../testing/__testUtils__/hostileProvider';
import {
  atProvider,
  checks,
  failure,
  outcomeOf,
  redirectUri,
  signIn,
} from '../testing/__testUtils__/hostileSignIn';

let hostile: HostileProvider;
beforeAll(async () => {
  hostile = await startHostileProvider();
});
afterAll(() => hostile.stop());

/** Long enough for normal responses, short enough to wait for timeouts. */
const timeoutMs = 500;

const discoveryPath = '/.well-known/openid-configuration';
const places = [discoveryPath, '/token', '/jwks', '/userinfo'];

describe.each(places)('a malicious response of %s is refused', path => {
  it.each([
    ['a page', html, /content-type|200 OK|parse/i],
    ['broken JSON', broken, /pars/],
    ['an endless answer', endless, /larger than 256 KiB/],
    ['an answer that inflates', inflating, /larger than 256 KiB/],
    ['an answer that is cut', cut, /UND_ERR_SOCKET|ECONNRESET/],
    ['a failure', failing(500, { canary: true }), /500|200 OK/],
    ['a redirect', redirecting, /307|200 OK/],
  ])('when it is %s', async (_, answer, message) => {
    hostile.requests.length = 0;
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: { answer: { [path]: answer } },
          options: { userInfo: true },
        }),
      ),
    ).toEqual(failure('Unavailable', message));
    expect(hostile.requests.filter(line => line.includes('elsewhere'))).toEqual(
      [],
    );
  });

  it.each([
    ['no answer', hanging],
    ['half an answer', stalling],
  ])('when there is %s', async (_, answer) => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: { answer: { [path]: answer } },
          options: { userInfo: true, timeoutMs },
        }),
      ),
    ).toEqual(failure('Unavailable', /the request timed out/));
  });
});

describe('a token endpoint that refuses', () => {
  it.each([
    [
      'a code, and echoes the request',
      failing(400, {
        error: 'invalid_grant',
        error_description: `canary-code canary-secret ${checks.codeVerifier}`,
      }),
      /does not accept the authorization code: "invalid_grant: … … …"/,
    ],
    [
      'this client',
      failing(400, { error: 'invalid_client' }),
      /does not accept this server as a client: "invalid_client"/,
    ],
    [
      'this client, with a challenge',
      failing(401, {}, { 'www-authenticate': 'Basic realm="canary"' }),
      /does not accept this server as a client \(401\)/,
    ],
  ])('%s', async (_, answer, message) => {
    expect(
      await outcomeOf(
        signIn(hostile, { misbehaviour: { answer: { '/token': answer } } }),
      ),
    ).toEqual(failure('Refused', message));
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an access token', { access_token: undefined }, /"access_token"/],
    ['a kind of token', { token_type: undefined }, /"token_type"/],
    ['a kind of token that is known', { token_type: 'mac' }, /token_type/],
  ])('to return %s', async (_, tokens, message) => {
    expect(
      await outcomeOf(signIn(hostile, { misbehaviour: { tokens } })),
    ).toEqual(failure('Refused', message));
  });
});

describe('a discovery document is not used', () => {
  const begin = (document: Record<string, unknown>) => {
    hostile.misbehaviour = { document };
    return atProvider(hostile).begin(redirectUri, checks);
  };

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'of another issuer',
      { issuer: 'https://other.example' },
      /another issuer/,
    ],
    ['without an issuer', { issuer: undefined }, /"issuer"/],
    [
      'whose sign-in page has no https',
      { authorization_endpoint: 'http://other.example/canary' },
      /has no https/,
    ],
    [
      'without an authorization endpoint',
      { authorization_endpoint: undefined },
      /"as.authorization_endpoint"/,
    ],
    ['without keys', { jwks_uri: undefined }, /has no "jwks_uri"/],
  ])('%s', async (_, document, message) => {
    expect(await outcomeOf(begin(document))).toEqual(
      failure('Unavailable', message),
    );
  });

  it('whose issuer differs by a slash, because tenant identities contain it', async () => {
    expect(await outcomeOf(begin({ issuer: `${hostile.issuer}/` }))).toEqual(
      failure('Unavailable', /another issuer/),
    );
  });

  it.each(['token_endpoint', 'jwks_uri'])(
    'whose %s has no https and is not on loopback',
    async endpoint => {
      expect(
        await outcomeOf(
          signIn(hostile, {
            misbehaviour: { document: { [endpoint]: 'http://other.example/' } },
          }),
        ),
      ).toEqual(failure('Unavailable', /a URL without https/));
    },
  );

  it.each(['token_endpoint', 'jwks_uri'])(
    'whose %s has no https, while the issuer has',
    async endpoint => {
      const issuer = 'https://issuer.example';
      expect(
        await outcomeOf(
          signIn(hostile, {
            misbehaviour: {
              document: {
                issuer,
                authorization_endpoint: `${issuer}/authorize`,
                token_endpoint: `${issuer}/token`,
                jwks_uri: `${issuer}/jwks`,
                [endpoint]: `${hostile.issuer}/token`,
              },
              claims: { iss: issuer },
            },
            options: {
              issuer,
              fetch: (url, init) =>
                fetch(`${url}`.replace(issuer, hostile.issuer), init),
            },
          }),
        ),
      ).toEqual(failure('Unavailable', /https|HTTPS/));
    },
  );
});

describe('a provider that fails once', () => {
  it('is asked again, once for all waiting sign-ins', async () => {
    const provider = atProvider(hostile);
    hostile.misbehaviour = { answer: { [discoveryPath]: failing(503) } };
    hostile.requests.length = 0;
    const both = () =>
      Promise.allSettled([
        provider.begin(redirectUri, checks),
        provider.begin(redirectUri, checks),
      ]);
    expect((await both()).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(hostile.requests).toHaveLength(1);
    hostile.misbehaviour = {};
    expect((await both()).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    await both();
    expect(hostile.requests).toHaveLength(2);
  });
});
