import {
  codeGrantOf,
  decodeBindingResponse,
  readBindingProvider,
} from '@klutch/bind-api';
import request from 'supertest';
import { BindingError } from '../errors/BindingError';
import { challengeOf } from '../handshake/secrets';
import {
  browser,
  clientQuery,
  hiddenField,
  locationOf,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import { canaries, testHandshake } from '../testing/__testUtils__/handshake';

const verifier = 'v'.repeat(43);
const pickup = challengeOf(verifier);

describe('the handshake of the upstream CLI', () => {
  it('leads from /export to the kubeconfig at the client (C01)', async () => {
    const test = testHandshake();
    const app = testApp(test);
    const person = browser(app);

    const exported = await person.get('/export');
    expect(exported.status).toBe(200);
    expect(exported.type).toBe('application/json');
    expect(exported.body).toEqual({
      kind: 'BindingProvider',
      apiVersion: 'v1alpha1',
      providerPrettyName: 'Test <provider>',
      version: 'v1.5.0',
      authenticationMethods: [
        {
          method: 'OAuth2CodeGrant',
          oauth2CodeGrant: {
            authenticatedURL: `http://localhost:7007${mount}/authorize`,
          },
        },
      ],
    });

    const begun = await person.get('/authorize', clientQuery);
    expect(begun.status).toBe(302);
    expect(locationOf(begun).origin).toBe('https://scripted.test');
    const state = locationOf(begun).searchParams.get('state') ?? '';
    const back = await person.get('/callback', { state, code: canaries.code });
    expect(back.status).toBe(302);
    expect(back.get('location')).toBe('resources?s=abc123');

    const list = await person.get('/resources', { s: 'abc123' });
    expect(list.status).toBe(200);
    expect(list.text).toMatch(
      /<a class="databases" href="bind\?s=abc123&amp;resource=databases&amp;group=example.test">Database<\/a>/,
    );

    const consent = await person.consent();
    expect(consent.status).toBe(200);
    expect(test.backend.calls).toEqual([]);

    const granted = await person.agree(consent);
    expect(granted.status).toBe(303);
    const redirect = locationOf(granted);
    expect(redirect.href.split('?')[0]).toBe('http://localhost:8085/callback');
    const answer = decodeBindingResponse(
      redirect.searchParams.get('response') ?? '',
      'abc123',
    );
    expect(answer).toMatchObject({
      ok: true,
      value: { requests: [{ metadata: { name: 'databases.example.test' } }] },
    });
  });

  it('advertises the configured URL, independent of the Host header (B4)', async () => {
    const { handshake } = testHandshake();
    const answer = await request(testApp({ handshake }))
      .get(`${mount}/export`)
      .set('Host', 'evil.test')
      .set('X-Forwarded-Host', 'evil.test');
    const provider = readBindingProvider(answer.body);
    expect(provider.ok && codeGrantOf(provider.value)).toEqual({
      authenticatedURL: `http://localhost:7007${mount}/authorize`,
    });
    expect(JSON.stringify(answer.headers)).not.toContain('evil');
  });

  it('changes nothing by GET (B4)', async () => {
    const test = testHandshake();
    const person = browser(testApp(test));
    await person.signIn();
    await person.get('/resources', { s: 'abc123' });
    await person.consent();
    const consent = await person.consent();
    expect(test.backend.calls).toEqual([]);
    expect(consent.status).toBe(200);
  });

  it('grants once for each login', async () => {
    const person = browser(testApp(testHandshake()));
    await person.signIn();
    const consent = await person.consent();
    const first = await person.agree(consent);
    const second = await person.agree(consent);
    const list = await person.get('/resources', { s: 'abc123' });
    await person.signIn();
    const anew = await person.agree(await person.consent());
    expect([first, second, list, anew].map(({ status }) => status)).toEqual([
      303, 401, 401, 303,
    ]);
  });

  it('asks the user to wait for some minutes after a revocation, keeps the session, and creates nothing', async () => {
    const test = testHandshake();
    const person = browser(testApp(test));
    await person.signIn();
    const consent = await person.consent();
    const message = 'Go back and try again in 3 minutes.';
    jest
      .spyOn(test.backend, 'requireShortLivedKubeconfig')
      .mockRejectedValueOnce(new BindingError('NotYet', message));
    const answer = await person.agree(consent);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(message);
    expect(test.backend.calls).toEqual([]);
    expect(test.events.at(-1)).toMatchObject({ outcome: 'refused' });
    expect((await person.agree(consent)).status).toBe(303);
  });

  it('separates several logins of one browser', async () => {
    const person = browser(testApp(testHandshake()));
    await person.signIn({ ...clientQuery, s: 'one', p: '8001' });
    await person.signIn({ ...clientQuery, s: 'two', p: '8002' });
    const granted = async (s: string) =>
      locationOf(await person.agree(await person.consent('databases', s))).port;
    expect([await granted('one'), await granted('two')]).toEqual([
      '8001',
      '8002',
    ]);
  });

  it('works on two replicas with one store', async () => {
    const one = testHandshake();
    const two = testHandshake({ stores: one.stores });
    const apps = [testApp(one), testApp(two)] as const;
    const begun = await request(apps[0])
      .get(`${mount}/authorize`)
      .query(clientQuery);
    const cookie = (set: string[] = []) =>
      set.map(line => line.split(';')[0]).join('; ');
    const state = locationOf(begun).searchParams.get('state') ?? '';
    const callback = () =>
      apps.map(app =>
        request(app)
          .get(`${mount}/callback`)
          .set('Cookie', cookie(begun.get('Set-Cookie')))
          .query({ state, code: canaries.code }),
      );
    const answers = await Promise.all(callback());
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 401]);
    const session = answers.find(({ status }) => status === 302);
    await request(apps[1])
      .get(`${mount}/resources`)
      .query({ s: 'abc123' })
      .set('Cookie', cookie(session?.get('Set-Cookie')))
      .expect(200);
  });
});

describe('the handshake of kubectl klutch', () => {
  const query = { ...clientQuery, pickup };

  it('returns a code, which is exchanged by POST', async () => {
    const app = testApp(testHandshake());
    const person = browser(app);
    await person.signIn(query);
    const consent = await person.get('/bind', {
      s: 'abc123',
      api: 'databases.example.test',
    });
    const redirect = locationOf(await person.agree(consent).expect(303));
    expect([...redirect.searchParams.keys()]).toEqual(['code']);
    const code = redirect.searchParams.get('code');
    const answer = await request(app)
      .post(`${mount}/pickup`)
      .send({ code, verifier })
      .expect(200);
    expect(answer.body).toMatchObject({
      kind: 'BindingResponse',
      authentication: { oauth2CodeGrant: { sid: 'abc123' } },
    });
    await request(app)
      .post(`${mount}/pickup`)
      .send({ code, verifier })
      .expect(404);
  });

  it('can bind several APIs', async () => {
    const person = browser(testApp(testHandshake()));
    await person.signIn(query);
    const list = await person.get('/resources', { s: 'abc123' });
    expect(list.text).toContain('type="checkbox"');
    const consent = await person
      .get('/bind')
      .query('s=abc123&api=databases.example.test&api=caches.example.test');
    expect(consent.text.match(/name="api"/g)).toHaveLength(2);
    await person
      .post('/bind', {
        s: 'abc123',
        csrf: hiddenField(consent, 'csrf'),
        shown: hiddenField(consent, 'shown'),
        api: ['databases.example.test', 'caches.example.test'],
      })
      .expect(303);
  });

  it('renews a connection, with its own page', async () => {
    const person = browser(testApp(testHandshake()));
    await person.signIn();
    await person.agree(await person.consent()).expect(303);
    const back = await person.signIn({ ...query, refresh: '1' });
    expect(back.get('location')).toBe('bind?s=abc123');
    const page = await person.get('/bind', { s: 'abc123' });
    expect(page.text).toContain('<h1>Renew the connection</h1>');
    const redirect = locationOf(await person.agree(page).expect(303));
    expect(redirect.searchParams.has('code')).toBe(true);
  });
});
