import request, { type Response } from 'supertest';
import {
  browser,
  clientQuery,
  locationOf,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import { canaries, testHandshake } from '../testing/__testUtils__/handshake';

describe('cookies', () => {
  const flags = (answer: Response) =>
    (answer.get('Set-Cookie') ?? []).map(line =>
      line.replace(/=[\w-]{43};/, '=…;').split('; '),
    );
  const cookiesOf = async (externalUrl: string) => {
    const app = testApp(testHandshake({ externalUrl }));
    const begun = await request(app)
      .get(`${mount}/authorize`)
      .query(clientQuery);
    const cookie = begun.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
    const back = await request(app)
      .get(`${mount}/callback`)
      .set('Cookie', cookie)
      .query({
        state: locationOf(begun).searchParams.get('state') ?? '',
        code: canaries.code,
      });
    return [...flags(begun), ...flags(back)];
  };
  const always = ['Path=/', 'HttpOnly', 'SameSite=Lax'];

  it('are limited to this host and https', async () => {
    const [signIn, session] = await cookiesOf('https://portal.test/api');
    expect(signIn).toEqual(
      expect.arrayContaining([
        '__Host-klutch-browser=…',
        'Max-Age=600',
        'Secure',
        ...always,
      ]),
    );
    expect(session).toEqual(
      expect.arrayContaining([
        '__Host-klutch-session-abc123=…',
        'Max-Age=3600',
        'Secure',
        ...always,
      ]),
    );
    expect(JSON.stringify([signIn, session])).not.toContain('Domain');
  });

  it('work on loopback without https', async () => {
    const [signIn, session] = await cookiesOf('http://localhost:7007');
    expect(signIn).toEqual(
      expect.arrayContaining(['klutch-browser=…', ...always]),
    );
    expect(session).toEqual(
      expect.arrayContaining(['klutch-session-abc123=…', ...always]),
    );
    expect(JSON.stringify([signIn, session])).not.toContain('Secure');
  });

  it('of a session are new at each sign-in, whatever the browser brings (fixation)', async () => {
    const app = testApp(testHandshake());
    const person = browser(app);
    const value = (answer: Response) =>
      /klutch-session-abc123=([\w-]+)/.exec(
        (answer.get('Set-Cookie') ?? []).join(),
      )?.[1];
    const first = value(await person.signIn());
    const second = value(await person.signIn());
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
  });

  it('are cleared when the session ends', async () => {
    const person = browser(testApp(testHandshake()));
    await person.signIn();
    const granted = await person.agree(await person.consent()).expect(303);
    expect(granted.get('Set-Cookie')?.[0]).toMatch(
      /^klutch-session-abc123=; Max-Age=0;/,
    );
  });
});
