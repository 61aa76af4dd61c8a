import request from 'supertest';
import {
  browser,
  clientQuery,
  locationOf,
  mount,
} from '../testing/__testUtils__/browser';
import { canaries } from '../testing/__testUtils__/handshake';
import {
  asAliceLater,
  bob,
  byToken,
  formOfAlice,
  get,
  later,
  pickUp,
  post,
  renamed,
  setTheScene,
  type Ask,
} from '../testing/__testUtils__/scene';
import { verifier } from '../testing/__testUtils__/steps';

const hour = 60 * 60_000;
const s = 'abc123';
const databases = { s, resource: 'databases', group: 'example.test' };
const caches = { ...databases, resource: 'caches' };

const cases: [string, string, number, Ask][] = [
  ['GET /resources', 'anonymous', 401, get('/resources', { s })],
  [
    'GET /resources',
    'another user, signed in for another login',
    401,
    async scene => (await bob(scene)).get('/resources', { s }),
  ],
  [
    'GET /resources',
    "another user, with his cookie under alice's name",
    401,
    async scene =>
      request(scene.app)
        .get(`${mount}/resources`)
        .set('Cookie', await renamed(scene))
        .query({ s }),
  ],
  [
    'GET /resources',
    'somebody whose session ended',
    401,
    asAliceLater('get', '/resources', { s }),
  ],
  ['GET /bind', 'anonymous', 401, get('/bind', databases)],
  [
    'GET /bind',
    'another user, signed in for another login',
    401,
    async scene => (await bob(scene)).get('/bind', databases),
  ],
  [
    'GET /bind',
    'another group',
    404,
    async scene => (await bob(scene)).get('/bind', { ...caches, s: 'bob111' }),
  ],
  [
    'GET /bind',
    'somebody whose session ended',
    401,
    asAliceLater('get', '/bind', caches),
  ],
  ['POST /bind', 'anonymous', 401, post('/bind', formOfAlice)],
  [
    'POST /bind',
    "another user, with alice's form",
    401,
    async scene => (await bob(scene)).post('/bind', formOfAlice(scene)),
  ],
  [
    'POST /bind',
    'another user, who chose the id of her login',
    403,
    async scene => (await bob(scene, s)).post('/bind', formOfAlice(scene)),
  ],
  [
    'POST /bind',
    'another group',
    404,
    async scene => {
      const his = await bob(scene);
      const page = await his.consent('databases', 'bob111');
      return his.agree(page, { api: 'caches.example.test' });
    },
  ],
  [
    'POST /bind',
    'somebody whose session ended',
    401,
    asAliceLater('post', '/bind', { s, api: 'caches.example.test' }),
  ],
  ['POST /sign-out', 'anonymous', 401, post('/sign-out', formOfAlice)],
  [
    'POST /sign-out',
    'another user',
    401,
    async scene => (await bob(scene)).post('/sign-out', formOfAlice(scene)),
  ],
  [
    'POST /sign-out',
    'somebody whose session ended',
    401,
    asAliceLater('post', '/sign-out', { s }),
  ],
  [
    'POST /pickup',
    'anonymous, with a code made up',
    404,
    pickUp(verifier, { code: 'x'.repeat(43) }),
  ],
  ['POST /pickup', 'another client', 404, pickUp('w'.repeat(43))],
  [
    'POST /pickup',
    'another group, by now',
    404,
    async scene => {
      scene.backend.offered = [];
      return pickUp(verifier)(scene);
    },
  ],
  ['POST /pickup', 'a client that is late', 404, later(hour, pickUp(verifier))],
  [
    'POST /bind-noninteractive',
    'anonymous',
    401,
    byToken(undefined, 'databases'),
  ],
  [
    'POST /bind-noninteractive',
    'a token of nobody',
    401,
    byToken('made-up', 'databases'),
  ],
  [
    'POST /bind-noninteractive',
    'another user, who renews',
    404,
    byToken('bob-access'),
  ],
  [
    'POST /bind-noninteractive',
    'another group',
    404,
    byToken('bob-access', 'caches'),
  ],
  [
    'POST /bind-noninteractive',
    'a token that ended',
    401,
    byToken('expired', 'databases'),
  ],
  [
    'GET /callback',
    'another browser',
    401,
    async scene => {
      const begun = await browser(scene.app).get('/authorize', clientQuery);
      const state = locationOf(begun).searchParams.get('state') ?? '';
      const other = browser(scene.app);
      await other.get('/authorize', clientQuery);
      return other.get('/callback', { state, code: 'bob' });
    },
  ],
  [
    'GET /callback',
    'a browser that is late',
    401,
    async scene => {
      const slow = browser(scene.app);
      const begun = await slow.get('/authorize', clientQuery);
      const state = locationOf(begun).searchParams.get('state') ?? '';
      scene.stores.forward(hour);
      return slow.get('/callback', { state, code: 'bob' });
    },
  ],
];

describe('tenants do not see each other', () => {
  it.each(cases)('%s: %s gets %d', async (_route, _who, status, ask) => {
    const scene = await setTheScene();
    const answer = await ask(scene);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/canary|cluster-0|alice|Cache</);
    const provisioned = scene.backend.calls.filter(
      call => !call.startsWith('renew'),
    );
    expect(provisioned).toEqual([]);
  });

  it('and alice herself gets through everywhere', async () => {
    const scene = await setTheScene();
    const alice = browser(scene.app);
    await alice.signIn();
    await alice.get('/resources', { s }).expect(200);
    await alice.agree(await alice.consent('caches')).expect(303);
    expect((await pickUp(verifier)(scene)).status).toBe(200);
    const answer = await byToken(canaries.access, 'caches')(scene);
    expect(answer.status).toBe(200);
  });
});
