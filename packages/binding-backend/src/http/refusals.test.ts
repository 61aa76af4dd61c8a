import request from 'supertest';
import type { AuditEvent } from '../audit/Audit';
import {
  browser,
  clientQuery,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import {
  asAliceLater,
  bob,
  byToken,
  callBack,
  formOfAlice,
  get,
  join,
  pickUp,
  post,
  signedInFixture,
  type TestRequest,
} from '../testing/__testUtils__/signedInFixture';
import { verifier } from '../testing/__testUtils__/steps';

const s = 'abc123';
const caches = { resource: 'caches', group: 'example.test' };
const apis = ['caches.example.test'];
const anonymous = { actor: 'anonymous' };
const byBob = { actor: 'https://id.test/bob', cluster: 'apps1', apis };
const bind = { action: 'bind' } as const;
const signIn = { action: 'sign-in' } as const;

const refusalsOf = async (
  ask: TestRequest,
): Promise<[number, AuditEvent[]]> => {
  const fixture = await signedInFixture();
  const { status } = await ask(fixture);
  const auditEvents = [...fixture.events, ...fixture.joinTokens.events];
  return [status, auditEvents.filter(({ outcome }) => outcome === 'refused')];
};

const bobSends =
  (id: string, headers: Record<string, string> = {}): TestRequest =>
  async fixture =>
    (await bob(fixture, id))
      .post('/bind', { ...formOfAlice(fixture), s: id })
      .set(headers);

describe('a refusal is audited once', () => {
  it.each<[string, number, Partial<AuditEvent>, TestRequest]>([
    [
      'of a redirect to another host',
      400,
      { ...signIn, ...anonymous, cluster: 'apps1' },
      get('/authorize', { ...clientQuery, u: 'https://evil.test/callback' }),
    ],
    [
      'of a sign-in that was started in another browser',
      401,
      { ...signIn, ...anonymous },
      callBack(async (_, { app }) => browser(app)),
    ],
    [
      'of the page of an API for another audience',
      404,
      { ...bind, ...byBob },
      async fixture =>
        (await bob(fixture)).get('/bind', { ...caches, s: 'bob111' }),
    ],
    [
      'of a form without a session',
      401,
      { ...bind, ...anonymous },
      post('/bind', formOfAlice),
    ],
    [
      'of a form whose session has expired',
      401,
      { ...bind, ...anonymous },
      asAliceLater('post', '/bind', { s, api: 'caches.example.test' }),
    ],
    [
      "of a form with another session's token",
      403,
      { ...bind, ...byBob },
      bobSends(s),
    ],
    [
      'of a form of another site',
      403,
      { ...bind, ...byBob },
      bobSends('bob111', { Origin: 'https://evil.test' }),
    ],
    [
      'of a renewal of another site',
      403,
      { action: 'renew-token', ...byBob, apis: [] },
      async fixture =>
        (await bob(fixture))
          .post('/bind', { s: 'bob111' })
          .set({ 'Sec-Fetch-Site': 'cross-site' }),
    ],
    [
      'of a machine client without a token',
      401,
      { ...signIn, ...anonymous, cluster: 'apps1' },
      byToken(undefined, 'caches'),
    ],
    [
      'of a machine client with an unknown token',
      401,
      { ...signIn, ...anonymous, cluster: 'apps1' },
      byToken('made-up', 'caches'),
    ],
    [
      'of an API for another audience, to a machine client',
      404,
      { ...bind, ...byBob },
      byToken('bob-access', 'caches'),
    ],
    [
      'of a made-up code',
      404,
      { action: 'pick-up', ...anonymous },
      pickUp(verifier, { code: 'x'.repeat(43) }),
    ],
    [
      "of an app cluster's code made up",
      404,
      { action: 'pick-up', ...anonymous },
      join('x'.repeat(43)),
    ],
  ])('%s', async (_, status, event, ask) => {
    const reason = expect.stringMatching(/\.$/);
    expect(await refusalsOf(ask)).toEqual([
      status,
      [{ ...event, outcome: 'refused', reason }],
    ]);
  });
});

describe('no audit event is emitted', () => {
  it.each<[string, number, TestRequest]>([
    ['of an unknown address', 404, get('/wp-admin', {})],
    ['of a request that cannot be read', 400, get('/authorize', { s })],
    ['of a page without a session', 401, get('/resources', { s })],
    ["of an API's page without a session", 401, get('/bind', { s, ...caches })],
    ['of a sign-out without a session', 401, post('/sign-out', formOfAlice)],
    ['of an unreadable code', 400, pickUp('short')],
    [
      'for a method that is not supported',
      405,
      async ({ app }) => request(app).put(`${mount}/bind`),
    ],
  ])('%s', async (_, status, ask) => {
    expect(await refusalsOf(ask)).toEqual([status, []]);
  });

  it('for requests above the rate limit', async () => {
    const fixture = await signedInFixture();
    const app = testApp({ ...fixture, limits: { requests: 2 } });
    const send = () =>
      request(app)
        .post(`${mount}/bind`)
        .type('form')
        .send(formOfAlice(fixture));
    const statuses = [await send(), await send(), await send()].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([401, 401, 429]);
    expect(fixture.events).toHaveLength(2);
  });
});
