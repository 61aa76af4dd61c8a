import { createHandshake } from '../handshake/createHandshake';
import { createIdentityProviders } from '../oidc/createIdentityProviders';
import {
  browser,
  clientQuery,
  locationOf,
  testApp,
} from '../testing/__testUtils__/browser';
import { fakeBackend } from '../testing/__testUtils__/handshake';
import {
  startHostileProvider,
  type HostileProvider,
} from '../testing/__testUtils__/hostileProvider';
import { recordedStores } from '../testing/__testUtils__/recordedStores';

const externalUrl = 'http://localhost:7007/api/klutch/binding';
const codeOfAlice = 'code-of-alice-at-honest';

let honest: HostileProvider;
let evil: HostileProvider;
beforeEach(async () => {
  [honest, evil] = await Promise.all([
    startHostileProvider(),
    startHostileProvider(),
  ]);
});
afterEach(() => Promise.all([honest.stop(), evil.stop()]));

/** Two providers that, like Dex, neither send nor advertise `iss`. */
const twoProviders = () =>
  createHandshake({
    backend: fakeBackend(),
    providers: createIdentityProviders(
      [honest, evil].map(({ issuer }, at) => ({
        id: at === 0 ? 'honest' : 'evil',
        issuer,
        clientId: 'klutch',
        clientSecret: 'canary-secret',
      })),
    ),
    stores: recordedStores(),
    audit: () => undefined,
    externalUrl,
  });

const begin = async (
  person: ReturnType<typeof browser>,
  s: string,
  provider: string,
) =>
  locationOf(await person.get('/authorize', { ...clientQuery, s, provider }));
const stateOf = ({ searchParams }: URL) => searchParams.get('state') ?? '';

describe('two identity providers', () => {
  it('each have their own redirect URI', async () => {
    const handshake = twoProviders();
    expect(handshake.providers.map(({ callbackUrl }) => callbackUrl)).toEqual([
      `${externalUrl}/callback/honest`,
      `${externalUrl}/callback/evil`,
    ]);
    const person = browser(testApp({ handshake }));
    const there = await begin(person, 'abc123', 'honest');
    expect(there.searchParams.get('redirect_uri')).toBe(
      `${externalUrl}/callback/honest`,
    );
    honest.nonce = there.searchParams.get('nonce') ?? '';
    const back = await person.get('/callback/honest', {
      code: codeOfAlice,
      state: stateOf(there),
    });
    expect(back.status).toBe(302);
    expect(honest.lastForm.get('redirect_uri')).toBe(
      `${externalUrl}/callback/honest`,
    );
    const next = new URL(
      back.get('location') ?? '',
      `${externalUrl}/callback/honest`,
    );
    expect(next.href).toBe(`${externalUrl}/resources?s=abc123`);
  });

  it('cannot be mixed up: a hostile provider neither gets a code of the other, nor signs in as its user', async () => {
    const app = testApp({ handshake: twoProviders() });
    const attacker = browser(app);
    const his = await begin(attacker, 'attack', 'honest');
    // The victim starts at the hostile provider, which redirects her to the honest one with the attacker's challenge and nonce.
    const victim = browser(app);
    const hers = await begin(victim, 'victim', 'evil');
    expect(hers.origin).toBe(evil.issuer);
    // The honest provider redirects to the URI that this server has registered there.
    const back = await victim.get('/callback/honest', {
      code: codeOfAlice,
      state: stateOf(hers),
    });
    expect(back.status).toBe(401);
    expect(back.text).toContain('to the callback of another identity provider');
    expect(evil.lastForm.get('code')).toBeNull();
    expect(honest.lastForm.get('code')).toBeNull();

    // There is neither a common redirect URI, nor a second attempt with the same state.
    for (const path of ['/callback', '/callback/evil']) {
      const again = await victim.get(path, {
        code: codeOfAlice,
        state: stateOf(hers),
      });
      expect(again.status).toBe(path === '/callback' ? 404 : 401);
    }
    expect(evil.lastForm.get('code')).toBeNull();
    expect(stateOf(his)).not.toBe('');
    const list = await attacker.get('/resources', { s: 'attack' });
    expect(list.status).toBe(401);
  });
});

it('a single identity provider keeps the redirect URI without an id', async () => {
  const handshake = createHandshake({
    backend: fakeBackend(),
    providers: createIdentityProviders([
      { id: 'only', issuer: honest.issuer, clientId: 'klutch' },
    ]),
    stores: recordedStores(),
    audit: () => undefined,
    externalUrl,
  });
  expect(handshake.providers).toMatchObject([
    { callbackUrl: `${externalUrl}/callback` },
  ]);
});
