import request from 'supertest';
import {
  browser,
  recordingLogger,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import { testHandshake } from '../testing/__testUtils__/handshake';
import { createBindingRouter } from './createBindingRouter';

describe('the router', () => {
  it.each([
    ['post', '/export', 'GET, HEAD'],
    ['post', '/authorize', 'GET, HEAD'],
    ['post', '/callback', 'GET, HEAD'],
    ['put', '/resources', 'GET, HEAD'],
    ['delete', '/bind', 'GET, HEAD, POST'],
    ['get', '/pickup', 'POST'],
    ['get', '/bind-noninteractive', 'POST'],
    ['get', '/sign-out', 'POST'],
  ] as const)('responds to %s %s with 405', async (method, path, allow) => {
    const app = testApp(testHandshake());
    const answer = await request(app)[method](`${mount}${path}`);
    expect([answer.status, answer.get('Allow')]).toEqual([405, allow]);
  });

  it.each(['/', '/other', '/bind/', '/resources/databases', '/EXPORT'])(
    'responds with 404 at %s',
    async path => {
      const app = testApp(testHandshake());
      const answer = await request(app).get(`${mount}${path}`);
      expect(answer.status).toBe(404);
    },
  );

  it('limits the requests of one address', async () => {
    const app = testApp({ ...testHandshake(), limits: { requests: 2 } });
    const ask = () => request(app).get(`${mount}/export`);
    await ask().expect(200);
    await ask().expect(200);
    const refused = await ask().expect(429);
    expect(refused.body.error.name).toBe('TooManyRequests');
    expect(refused.get('Retry-After')).toBeDefined();
  });

  describe('behind a proxy that is not trusted', () => {
    const withLimit = (requests: number) =>
      testApp({ ...testHandshake(), limits: { requests } });

    it('R17: does not limit signed-in users when others have used up the limit of the address', async () => {
      const app = withLimit(6);
      const alice = browser(app);
      await alice.signIn();
      while ((await request(app).get(`${mount}/export`)).status !== 429);
      const page = await alice.consent();
      expect(page.status).toBe(200);
      expect((await alice.agree(page)).status).toBe(303);
    });

    it('R17: limits sessions too, and ignores made-up cookies', async () => {
      const app = withLimit(6);
      const alice = browser(app);
      await alice.signIn();
      const ask = () => alice.get('/resources', { s: 'abc123' });
      for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(200);
      expect((await ask()).status).toBe(429);

      const forged = (at: number) =>
        request(app)
          .get(`${mount}/export`)
          .set('Cookie', `klutch-session-x=${String(at).padStart(43, 'A')}`);
      const statuses = [];
      for (let i = 0; i < 7; i++) statuses.push((await forged(i)).status);
      expect(statuses).toContain(429);
    });
  });

  it('accepts only small, valid bodies', async () => {
    const app = testApp(testHandshake());
    const post = (body: string) =>
      request(app).post(`${mount}/pickup`).type('json').send(body);
    const large = await post(JSON.stringify({ code: 'x'.repeat(20_000) }));
    expect([large.status, large.body.error.name]).toEqual([
      413,
      'InvalidRequest',
    ]);
    const broken = await post('{"code":');
    expect([broken.status, broken.body.error.name]).toEqual([
      400,
      'InvalidRequest',
    ]);
    const empty = await request(app).post(`${mount}/pickup`);
    expect(empty.status).toBe(400);
  });

  it('refuses a version that CLIs would refuse', () => {
    const { handshake } = testHandshake();
    const make = () =>
      createBindingRouter({
        handshake,
        prettyName: 'x',
        version: '1',
        logger: recordingLogger([]),
      });
    expect(make).toThrow(/which is not a valid version|at least v0.3.0/);
  });
});
