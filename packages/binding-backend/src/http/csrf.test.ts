import type { Express } from 'express';
import {
  browser,
  hiddenField,
  testApp,
} from '../testing/__testUtils__/browser';
import { testHandshake } from '../testing/__testUtils__/handshake';

const s = 'abc123';
const own = 'http://localhost:7007';

const consentOf = async (app: Express) => {
  const person = browser(app);
  await person.signIn();
  return { person, page: await person.consent() };
};

describe('a form of another site has no effect (CSRF)', () => {
  const send = async (
    headers: Record<string, string>,
    form: (csrf: string) => object = csrf => ({ csrf }),
  ) => {
    const test = testHandshake();
    const { page, person } = await consentOf(testApp(test));
    const api = 'databases.example.test';
    const shown = hiddenField(page, 'shown');
    const fields = { s, api, shown, ...form(hiddenField(page, 'csrf')) };
    const answer = await person.post('/bind', fields).set(headers);
    return { answer, calls: test.backend.calls };
  };

  it.each([
    [
      'Origin and Sec-Fetch-Site',
      { Origin: own, 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['only Origin', { Origin: own }],
    ['neither header', {}],
  ])('but a form of this site has, with %s', async (_, headers) => {
    const { answer } = await send(headers);
    expect(answer.status).toBe(303);
  });

  it.each<[string, Record<string, string>]>([
    ['another origin', { Origin: 'https://evil.test' }],
    ['no origin', { Origin: 'null' }],
    ['another port', { Origin: 'http://localhost:7008' }],
    ['another scheme', { Origin: 'https://localhost:7007' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling', { Origin: own, 'Sec-Fetch-Site': 'same-site' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
  ])('from %s, even with the token', async (_, headers) => {
    const { answer, calls } = await send(headers);
    expect(answer.status).toBe(403);
    expect(calls).toEqual([]);
  });

  it.each<[string, (csrf: string) => object]>([
    ['without a token', () => ({})],
    ['with an empty one', () => ({ csrf: '' })],
    ['with one made up', () => ({ csrf: 'x'.repeat(43) })],
    ['with a part of it', csrf => ({ csrf: csrf.slice(0, -1) })],
    ['with two', csrf => ({ csrf: [csrf, csrf] })],
  ])('%s', async (_, form) => {
    const { answer, calls } = await send({ Origin: own }, form);
    expect([400, 403]).toContain(answer.status);
    expect(calls).toEqual([]);
  });

  it('with the token of another session', async () => {
    const test = testHandshake();
    const app = testApp(test);
    const alice = await consentOf(app);
    const attacker = await consentOf(app);
    const csrf = hiddenField(attacker.page, 'csrf');
    await alice.person
      .post('/bind', { s, csrf, api: 'databases.example.test' })
      .expect(403);
    expect(test.backend.calls).toEqual([]);
  });
});
