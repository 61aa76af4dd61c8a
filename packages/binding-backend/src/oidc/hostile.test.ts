import type { JWTPayload } from 'jose';
import {
  createSigningKey,
  startHostileProvider,
  type HostileProvider,
} from '../testing/__testUtils__/hostileProvider';
import {
  atProvider,
  checks,
  failure,
  outcomeOf,
  craftJwt,
  redirectUri,
  signedWithPublicKey,
  signIn,
  type Attempt,
} from '../testing/__testUtils__/hostileSignIn';

let hostile: HostileProvider;
beforeAll(async () => {
  hostile = await startHostileProvider();
});
afterAll(() => hostile.stop());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const claims = (changes: Record<string, unknown>): Attempt => ({
  misbehaviour: { claims: changes },
});

it('signs in with a valid ID token', async () => {
  await expect(signIn(hostile, {})).resolves.toEqual({
    issuer: hostile.issuer,
    subject: 'alice',
    displayName: 'alice',
    groups: [],
    legacyIdentity: false,
  });
  expect(Object.fromEntries(hostile.lastForm)).toEqual({
    grant_type: 'authorization_code',
    client_id: 'klutch',
    client_secret: 'canary-secret',
    code: 'canary-code',
    code_verifier: checks.codeVerifier,
    redirect_uri: redirectUri,
  });
});

describe('an ID token is refused', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['of another issuer', { iss: 'https://other.example' }, /"iss"/],
    ['without an issuer', { iss: undefined }, /"iss"/],
    ['for another client', { aud: 'other' }, /"aud"/],
    ['without an audience', { aud: undefined }, /"aud"/],
    ['for others too', { aud: ['klutch', 'other'] }, /additional untrusted/],
    [
      'for several audiences, with another authorized party',
      { aud: ['klutch', 'other'], azp: 'other' },
      /"azp"/,
    ],
    ['made for another client', { azp: 'other' }, /"azp"/],
    ['with the nonce of another sign-in', { nonce: 'other' }, /"nonce"/],
    ['without a nonce', { nonce: undefined }, /"nonce"/],
    ['that has expired', { exp: inSeconds(-60) }, /"exp"/],
    ['that never expires', { exp: undefined }, /"exp"/],
    ['with an expiry that is no number', { exp: 'tomorrow' }, /"exp"/],
    ['not valid yet', { nbf: inSeconds(120) }, /"nbf"/],
    ['from the future', { iat: inSeconds(120) }, /"iat"/],
    ['without a subject', { sub: undefined }, /"sub"/],
    ['with an empty subject', { sub: '' }, /"sub"/],
    ['with a number as subject', { sub: 7 }, /"sub"/],
  ])('%s', async (_, changes, message) => {
    expect(await outcomeOf(signIn(hostile, claims(changes)))).toEqual(
      failure('Refused', message),
    );
  });

  it.each<[string, Record<string, unknown>, (all: JWTPayload) => string]>([
    ['without a signature', {}, all => craftJwt({ alg: 'none' }, all)],
    [
      'without a signature, although the provider supports this',
      { id_token_signing_alg_values_supported: ['RS256', 'none'] },
      all => craftJwt({ alg: 'none' }, all),
    ],
    [
      'signed with the public key as a secret',
      {},
      all => signedWithPublicKey(hostile, all),
    ],
    [
      'signed with the public key as a secret, although the provider supports this',
      { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
      all => signedWithPublicKey(hostile, all),
    ],
  ])('%s', async (_, document, idToken) => {
    const misbehaviour = { document, idToken };
    expect(await outcomeOf(signIn(hostile, { misbehaviour }))).toEqual(
      failure('Refused', /"alg"|unsupported/),
    );
  });

  it('signed with another key', async () => {
    const other = await createSigningKey('first');
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: { idToken: all => hostile.sign({ ...all }, {}, other) },
        }),
      ),
    ).toEqual(failure('Refused', /signature/));
  });

  it('changed after it was signed', async () => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: {
            idToken: async payload => {
              const [header, , signature] = (
                await hostile.sign({ ...payload })
              ).split('.');
              const [, changed] = craftJwt(
                {},
                { ...payload, sub: 'bob' },
              ).split('.');
              return `${header}.${changed}.${signature}`;
            },
          },
        }),
      ),
    ).toEqual(failure('Refused', /signature/));
  });

  it('with a key that is not in the key set', async () => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: {
            idToken: all => hostile.sign({ ...all }, { kid: 'unknown' }),
          },
        }),
      ),
    ).toEqual(failure('Refused', /no applicable keys/));
  });

  it.each<[string, (made: string) => unknown, RegExp]>([
    ['that is missing', () => undefined, /"id_token"/],
    ['that is no token', () => 'canary', /Invalid JWT/],
    ['that is encrypted', () => 'a.b.c.d.canary', /decryption/],
    ['that is an object', () => ({ canary: true }), /"id_token"/],
  ])('%s', async (_, replace, message) => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: { tokens: { id_token: replace('') } },
        }),
      ),
    ).toEqual(failure('Refused', message));
  });

  it('with unknown critical extensions', async () => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: {
            idToken: payload =>
              craftJwt({ alg: 'RS256', crit: ['exp'] }, payload),
          },
        }),
      ),
    ).toEqual(failure('Refused', /"crit"/));
  });

  it('when userinfo has another subject', async () => {
    expect(
      await outcomeOf(
        signIn(hostile, {
          misbehaviour: { userInfo: { sub: 'bob', groups: ['admins'] } },
          options: { userInfo: true },
        }),
      ),
    ).toEqual(failure('Refused', /"sub"/));
  });
});

describe('rotated keys', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are fetched again', async () => {
    const provider = atProvider(hostile, { allowedClients: ['klutch'] });
    const complete = async () => {
      const back = `${redirectUri}?code=canary-code&state=${checks.state}`;
      hostile.nonce = checks.nonce;
      return provider.complete(new URL(back), checks);
    };
    const accessToken = () =>
      hostile.sign({ azp: 'klutch', typ: 'Bearer', aud: 'account' });
    hostile.misbehaviour = {};
    await complete();
    await provider.verifyAccessToken(await accessToken());

    hostile.key = await createSigningKey('second');
    hostile.published = [hostile.key.publicJwk];
    const later = Date.now() + 61_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    await expect(complete()).resolves.toMatchObject({ subject: 'alice' });
    await expect(
      provider.verifyAccessToken(await accessToken()),
    ).resolves.toMatchObject({ subject: 'alice' });
  });
});
