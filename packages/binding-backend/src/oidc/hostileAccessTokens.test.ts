import {
  createSigningKey,
  startHostileProvider,
  type ClaimChanges,
  type HostileProvider,
} from '../testing/__testUtils__/hostileProvider';
import {
  endless,
  failing,
  hanging,
} from '../testing/__testUtils__/hostileAnswers';
import {
  atProvider,
  failure,
  outcomeOf,
  craftJwt,
  signedWithPublicKey,
} from '../testing/__testUtils__/hostileSignIn';
import type { IdentityProviderOptions } from './identityProviderOptions';

let hostile: HostileProvider;
beforeAll(async () => {
  hostile = await startHostileProvider();
});
afterAll(() => hostile.stop());
beforeEach(() => {
  hostile.misbehaviour = {};
});

const audience = 'https://klutch.example/bind';
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** Claims of an RFC 9068 token for this server. */
const good = (): ClaimChanges => ({
  sub: 'pipeline',
  aud: audience,
  client_id: 'pipeline',
});
const header = { typ: 'at+jwt' };

const options = { audiences: [audience], allowedClients: ['pipeline'] };

const accept = (
  token: string,
  restrictions: Partial<IdentityProviderOptions> = options,
) => atProvider(hostile, restrictions).verifyAccessToken(token);

describe('an access token is accepted', () => {
  it.each<
    [string, ClaimChanges, { typ?: string }, Partial<IdentityProviderOptions>]
  >([
    ['after RFC 9068', {}, header, options],
    [
      'of Keycloak, by its client',
      { typ: 'Bearer', azp: 'pipeline', client_id: undefined, aud: 'account' },
      { typ: 'JWT' },
      { allowedClients: ['pipeline'] },
    ],
    [
      'of Cognito, by its client',
      { token_use: 'access', aud: undefined },
      {},
      { allowedClients: ['pipeline'] },
    ],
    [
      'of Auth0, by its audience',
      { azp: 'pipeline', client_id: undefined, gty: 'client-credentials' },
      { typ: 'JWT' },
      { audiences: [audience] },
    ],
    [
      'of this server’s own client, by default',
      { typ: 'Bearer', client_id: 'klutch' },
      {},
      {},
    ],
  ])('%s', async (_, changes, itsHeader, restrictions) => {
    const token = await hostile.sign({ ...good(), ...changes }, itsHeader);
    await expect(accept(token, restrictions)).resolves.toMatchObject({
      issuer: hostile.issuer,
      subject: 'pipeline',
    });
  });
});

describe('an access token is refused', () => {
  it.each<[string, ClaimChanges, RegExp]>([
    ['of another issuer', { iss: 'https://other.example' }, /"iss"/],
    ['without an issuer', { iss: undefined }, /"iss"/],
    ['for another server', { aud: 'https://other.example' }, /"aud"/],
    ['without an audience', { aud: undefined }, /"aud"/],
    ['of another client', { client_id: 'other' }, /its client .* may not bind/],
    ['of no client', { client_id: undefined }, /its client .* may not bind/],
    ['of two clients', { azp: 'other' }, /different clients/],
    ['that has expired', { exp: inSeconds(-60) }, /"exp"/],
    ['that never expires', { exp: undefined }, /"exp"/],
    ['not valid yet', { nbf: inSeconds(120) }, /"nbf"/],
    ['from the future', { iat: inSeconds(120) }, /issued in the future/],
    ['without a time', { iat: undefined }, /"iat"/],
    ['without a subject', { sub: undefined }, /"sub"/],
    ['with an empty subject', { sub: '' }, /"sub"/],
    ['bound to a key', { cnf: { jkt: 'thumbprint' } }, /bound to a key/],
    ['with the hash of another', { at_hash: 'hash' }, /ID token/],
  ])('%s', async (_, changes, message) => {
    const token = await hostile.sign({ ...good(), ...changes }, header);
    expect(await outcomeOf(accept(token))).toEqual(failure('Refused', message));
  });

  it.each<[string, ClaimChanges, { typ?: string }]>([
    ['an ID token', { aud: 'klutch', azp: 'pipeline' }, { typ: 'JWT' }],
    ['an ID token without a type', { aud: 'klutch', azp: 'pipeline' }, {}],
    ['an ID token of Keycloak', { typ: 'ID', aud: 'klutch' }, { typ: 'JWT' }],
    ['an ID token of Cognito', { token_use: 'id', aud: 'klutch' }, {}],
    [
      'an ID token for this client and a server',
      { aud: ['klutch', audience] },
      { typ: 'JWT' },
    ],
    ['a refresh token', { typ: 'Refresh' }, { typ: 'JWT' }],
    ['a logout token', {}, { typ: 'logout+jwt' }],
  ])('that is %s', async (_, changes, itsHeader) => {
    const token = await hostile.sign({ ...good(), ...changes }, itsHeader);
    const lenient = { audiences: [audience, 'klutch'] };
    expect(await outcomeOf(accept(token, lenient))).toEqual(
      failure('Refused', /it is an ID token|it is not an access token/),
    );
  });

  it('of another issuer, without a request to this one', async () => {
    hostile.requests.length = 0;
    const token = await hostile.sign({ ...good(), iss: 'https://other' });
    expect(await outcomeOf(accept(token))).toEqual(
      failure('Refused', /another issuer/),
    );
    expect(hostile.requests).toEqual([]);
  });

  const claims = () => ({
    iss: hostile.issuer,
    iat: inSeconds(0),
    exp: inSeconds(60),
    ...good(),
  });

  it.each<[string, () => string | Promise<string>, RegExp]>([
    [
      'without a signature',
      () => `${craftJwt({ alg: 'none', ...header }, claims())}canary`,
      /"alg"/,
    ],
    [
      'signed with the public key as a secret',
      () => signedWithPublicKey(hostile, claims()),
      /"alg"/,
    ],
    [
      'signed with another key',
      async () => hostile.sign(good(), header, await createSigningKey('first')),
      /signature/,
    ],
    [
      'with a key that is not in the key set',
      () => hostile.sign(good(), { ...header, kid: 'unknown' }),
      /no applicable key/,
    ],
    ['that is opaque', () => 'canary-opaque', /signed JWTs/],
    ['that is encrypted', () => 'canary.a.b.c.d', /signed JWTs/],
    ['that is empty', () => '', /signed JWTs/],
    ['that is not finished', () => 'canary.a.', /signed JWTs/],
    ['that is no JSON', () => 'canary.a.b', /decode/],
    ['that is too long', () => `${'a'.repeat(20_000)}.b.c`, /too long/],
  ])('%s', async (_, make, message) => {
    expect(await outcomeOf(accept(await make()))).toEqual(
      failure('Refused', message),
    );
  });
});

describe('an access token is not accepted when the keys', () => {
  it.each([
    ['do not come', hanging, /took too long|timed out/],
    ['do not end', endless, /larger than 256 KiB/],
    ['fail', failing(500), /200 OK/],
    ['are no keys', failing(200, { keys: 'canary' }), /JSON Web Key Set/],
  ])('%s', async (_, answer, message) => {
    const token = await hostile.sign(good(), header);
    hostile.misbehaviour = { answer: { '/jwks': answer } };
    expect(
      await outcomeOf(accept(token, { ...options, timeoutMs: 500 })),
    ).toEqual(failure('Unavailable', message));
  });

  it('are without https, while their issuer has it', async () => {
    const issuer = 'https://issuer.example';
    hostile.misbehaviour = {
      document: { issuer, jwks_uri: `${hostile.issuer}/jwks` },
    };
    hostile.requests.length = 0;
    const token = await hostile.sign({ ...good(), iss: issuer }, header);
    const fetchImpl: typeof fetch = (url, init) =>
      fetch(`${url}`.replace(issuer, hostile.issuer), init);
    expect(
      await outcomeOf(accept(token, { ...options, issuer, fetch: fetchImpl })),
    ).toEqual(failure('Unavailable', /a URL without https/));
    expect(hostile.requests).not.toContain('GET /jwks');
  });
});
