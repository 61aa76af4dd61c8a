/** The matrix of tenant isolation: callers, routes and expected responses. */
import request from 'supertest';
import { browser, clientQuery, mount } from './browser';
import {
  asAliceLater,
  bob,
  byToken,
  callBack,
  formOfAlice,
  get,
  join,
  later,
  pickUp,
  post,
  renamed,
  type TestRequest,
} from './signedInFixture';
import { verifier } from './steps';

const hour = 60 * 60_000;
const s = 'abc123';
const databases = { s, resource: 'databases', group: 'example.test' };
const caches = { ...databases, resource: 'caches' };

/** Callers that must not get access to anything of another user. */
export const callers = [
  'anonymous',
  'another user',
  'another group',
  'expired',
] as const;
/** One of {@link callers}. */
export type Caller = (typeof callers)[number];
/** One request, and its expected response. */
export type Row = [
  route: string,
  caller: Caller,
  words: string,
  status: number,
  ask: TestRequest,
];

const callbackRows = (route: string): Row[] => [
  [
    route,
    'anonymous',
    'a browser without a cookie',
    401,
    callBack(async (_, { app }) => browser(app)),
  ],
  [
    route,
    'another user',
    'another browser',
    401,
    callBack(async (_, { app }) => {
      const other = browser(app);
      await other.get('/authorize', { ...clientQuery, provider: 'scripted' });
      return other;
    }),
  ],
  [
    route,
    'expired',
    'an expired browser session',
    401,
    callBack(async (begun, { stores }) => {
      stores.advanceTime(hour);
      return begun;
    }),
  ],
];

/** Each route that requires authorization, for each caller without it. */
export const rows: Row[] = [
  ['GET /resources', 'anonymous', 'no cookie', 401, get('/resources', { s })],
  [
    'GET /resources',
    'another user',
    'signed in for another login',
    401,
    async fixture => (await bob(fixture)).get('/resources', { s }),
  ],
  [
    'GET /resources',
    'another user',
    "with his cookie under alice's name",
    401,
    async fixture =>
      request(fixture.app)
        .get(`${mount}/resources`)
        .set('Cookie', await renamed(fixture))
        .query({ s }),
  ],
  [
    'GET /resources',
    'another group',
    'who sees what is his',
    200,
    async fixture => (await bob(fixture)).get('/resources', { s: 'bob111' }),
  ],
  [
    'GET /resources',
    'expired',
    'session',
    401,
    asAliceLater('get', '/resources', { s }),
  ],
  ['GET /bind', 'anonymous', 'no cookie', 401, get('/bind', databases)],
  [
    'GET /bind',
    'another user',
    'signed in for another login',
    401,
    async fixture => (await bob(fixture)).get('/bind', databases),
  ],
  [
    'GET /bind',
    'another group',
    'for a login of his own',
    404,
    async fixture =>
      (await bob(fixture)).get('/bind', { ...caches, s: 'bob111' }),
  ],
  [
    'GET /bind',
    'expired',
    'session',
    401,
    asAliceLater('get', '/bind', caches),
  ],
  ['POST /bind', 'anonymous', "alice's form", 401, post('/bind', formOfAlice)],
  [
    'POST /bind',
    'another user',
    "with alice's form",
    401,
    async fixture => (await bob(fixture)).post('/bind', formOfAlice(fixture)),
  ],
  [
    'POST /bind',
    'another user',
    'who chose the id of her login',
    403,
    async fixture =>
      (await bob(fixture, s)).post('/bind', formOfAlice(fixture)),
  ],
  [
    'POST /bind',
    'another group',
    'with a form of his own',
    404,
    async fixture => {
      const his = await bob(fixture);
      const page = await his.consent('databases', 'bob111');
      return his.agree(page, { api: 'caches.example.test' });
    },
  ],
  [
    'POST /bind',
    'expired',
    'session',
    401,
    asAliceLater('post', '/bind', { s, api: 'caches.example.test' }),
  ],
  [
    'POST /sign-out',
    'anonymous',
    "alice's form",
    401,
    post('/sign-out', formOfAlice),
  ],
  [
    'POST /sign-out',
    'another user',
    "alice's form",
    401,
    async fixture =>
      (await bob(fixture)).post('/sign-out', formOfAlice(fixture)),
  ],
  [
    'POST /sign-out',
    'expired',
    'session',
    401,
    asAliceLater('post', '/sign-out', { s }),
  ],
  [
    'POST /pickup',
    'anonymous',
    'an invented code',
    404,
    pickUp(verifier, { code: 'x'.repeat(43) }),
  ],
  [
    'POST /pickup',
    'another user',
    'another client',
    404,
    pickUp('w'.repeat(43)),
  ],
  [
    'POST /pickup',
    'another group',
    'after its expiry',
    404,
    async fixture => {
      fixture.backend.offered = [];
      return pickUp(verifier)(fixture);
    },
  ],
  ['POST /pickup', 'expired', 'code', 404, later(hour, pickUp(verifier))],
  [
    'POST /bind-noninteractive',
    'anonymous',
    'no token',
    401,
    byToken(undefined, 'databases'),
  ],
  [
    'POST /bind-noninteractive',
    'anonymous',
    'an unknown token',
    401,
    byToken('made-up', 'databases'),
  ],
  [
    'POST /bind-noninteractive',
    'another user',
    'who renews',
    404,
    byToken('bob-access'),
  ],
  [
    'POST /bind-noninteractive',
    'another group',
    'with a token of his own',
    404,
    byToken('bob-access', 'caches'),
  ],
  [
    'POST /bind-noninteractive',
    'expired',
    'token',
    401,
    byToken('expired', 'databases'),
  ],
  ...callbackRows('GET /callback'),
  ...callbackRows('GET /callback/<provider>'),
  ['POST /join', 'anonymous', 'an invented code', 404, join('x'.repeat(43))],
  [
    'POST /join',
    'another group',
    'after its expiry',
    404,
    async fixture => {
      fixture.joinTokens.backend.offered = [];
      return join()(fixture);
    },
  ],
  ['POST /join', 'expired', 'code', 404, later(hour, join())],
];
