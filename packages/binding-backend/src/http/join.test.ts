import { BindingError } from '../errors/BindingError';
import express from 'express';
import request from 'supertest';
import { canaries } from '../testing/__testUtils__/handshake';
import { recordingLogger } from '../testing/__testUtils__/browser';
import {
  tokenIn,
  joinTokensFixture,
  bindingRequest,
  type JoinTokensFixture,
} from '../testing/__testUtils__/joinTokens';
import { createJoinRouter } from './createJoinRouter';
import type { RateLimit } from './rateLimit';

const join = '/api/klutch/binding/join';

const appOf = (
  { joinTokens }: JoinTokensFixture,
  lines: string[] = [],
  limits: RateLimit = { requests: 1_000 },
) =>
  express().use(
    join,
    createJoinRouter({
      joinTokens,
      logger: recordingLogger(lines),
      limits,
    }),
  );
const createJoinToken = async ({ joinTokens }: JoinTokensFixture) =>
  tokenIn((await joinTokens.create(bindingRequest())).joinCommand);

describe('join tokens over HTTP', () => {
  it('are redeemed by a form for YAML that is not cached', async () => {
    const test = joinTokensFixture();
    const answer = await request(appOf(test))
      .post(join)
      .set('Accept', 'application/yaml')
      .type('form')
      .send({ code: await createJoinToken(test) });
    expect(answer.status).toBe(200);
    expect(answer.get('Content-Type')).toMatch(/^application\/yaml/);
    expect(answer.get('Cache-Control')).toBe('no-store');
    expect(answer.text).toContain('kind: APIServiceBinding\n');
  });

  it('serve the CRD of bindings without authentication', async () => {
    const answer = await request(appOf(joinTokensFixture())).get(join);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('apiservicebindings.klutch.anynines.com');
  });

  it.each<
    [string, (code: string) => { form?: object; query?: object }, number]
  >([
    ['no code', () => ({}), 400],
    ['a code in the address', code => ({ query: { code } }), 400],
    ['a code of another form', () => ({ form: { code: 'x' } }), 400],
    ['two codes', code => ({ form: { code: [code, code] } }), 400],
    ['a wrong code', () => ({ form: { code: 'x'.repeat(43) } }), 404],
  ])('refuse %s, and use up no token', async (_, wrong, status) => {
    const test = joinTokensFixture();
    const app = appOf(test);
    const code = await createJoinToken(test);
    const { form, query } = wrong(code);
    const answer = await request(app)
      .post(join)
      .type('form')
      .query(query ?? {})
      .send(form ?? {});
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      error: { message: expect.stringMatching(/\.$/) },
    });
    const good = await request(app).post(join).type('form').send({ code });
    expect(good.status).toBe(200);
  });

  it('are not used up if the response type is not acceptable', async () => {
    const test = joinTokensFixture();
    const app = appOf(test);
    const code = await createJoinToken(test);
    const ask = (accept: string) =>
      request(app).post(join).set('Accept', accept).type('form').send({ code });
    expect((await ask('application/json')).status).toBe(406);
    expect((await ask('*/*')).status).toBe(200);
  });

  it('refuse other methods', async () => {
    const answer = await request(appOf(joinTokensFixture())).put(join);
    expect(answer.status).toBe(405);
    expect(answer.get('Allow')).toBe('GET, HEAD, POST');
  });

  it('are rate limited for each address', async () => {
    const app = appOf(joinTokensFixture(), [], { requests: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await request(app).post(join)).status);
    }
    expect(statuses).toEqual([400, 400, 429]);
  });

  it('log no join token or credentials on errors', async () => {
    const test = joinTokensFixture();
    const lines: string[] = [];
    const app = appOf(test, lines);
    const seen: string[] = [];
    const secrets: string[] = [...Object.values(canaries)];
    for (const error of [
      (code: string) => new Error(`no ${code} ${canaries.long}`),
      () => new BindingError('Misconfigured', 'cluster-of-others'),
      () => new BindingError('Timeout', 'It took too long.'),
    ]) {
      const code = await createJoinToken(test);
      secrets.push(code);
      jest.spyOn(test.backend, 'prepare').mockRejectedValueOnce(error(code));
      const answer = await request(app).post(join).type('form').send({ code });
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(answer.text).not.toContain('cluster-of-others');
      seen.push(answer.text, JSON.stringify(answer.headers));
    }
    expect(lines).toHaveLength(3);
    const everything = [
      ...lines,
      ...seen,
      ...test.events.map(event => JSON.stringify(event)),
    ].join('\n');
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });
});
