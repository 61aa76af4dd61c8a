import type { Express } from 'express';
import request, { type Response } from 'supertest';
import type { AuditEvent } from '../audit/Audit';
import { createHandshake } from '../handshake/createHandshake';
import { createIdentityProviders } from '../oidc/createIdentityProviders';
import { knexStores, storesTable } from '../sessions/knexStores';
import {
  clientQuery,
  hiddenField,
  recordingLogger,
  locationOf,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import {
  startSqlite,
  type TestDatabase,
} from '../testing/__testUtils__/databases';
import { fakeBackend } from '../testing/__testUtils__/handshake';
import {
  machineAudience,
  startRealProvider,
  type RealProvider,
} from '../testing/__testUtils__/realProvider';
import { pickup, verifier } from '../testing/__testUtils__/steps';

const s = 'abc123';
const externalUrl = `http://localhost:7007${mount}`;

let real: RealProvider;
let database: TestDatabase;
let replicas: [Express, Express];
const backend = fakeBackend();
const lines: string[] = [];
const events: AuditEvent[] = [];

/** A replica that shares only the database and the identity provider with others. */
const replica = () => {
  const { clientId, clientSecret, issuer } = real;
  const audiences = [machineAudience];
  const handshake = createHandshake({
    backend,
    externalUrl,
    providers: createIdentityProviders([
      { id: 'real', issuer, clientId, clientSecret, audiences },
    ]),
    stores: knexStores(database.connect()),
    audit: event => events.push(event),
  });
  return testApp({ handshake, logger: recordingLogger(lines) });
};

/** A browser that sends each request to the next replica. */
const alternatingBrowser = () => {
  const cookies = new Map<string, string>();
  let turn = 0;
  const send = async (
    method: 'get' | 'post',
    path: string,
    fields?: object,
  ): Promise<Response> => {
    const app = turn++ % 2 === 0 ? replicas[0] : replicas[1];
    const call = request(app)
      [method](`${mount}${path}`)
      .set('Cookie', [...cookies].map(pair => pair.join('=')).join('; '));
    const response = await (method === 'post'
      ? call.type('form').send(fields)
      : call.query(fields ?? {}));
    for (const line of response.get('Set-Cookie') ?? []) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const atProvider = async (query: object, who: string) => {
    const begun = await send('get', '/authorize', query);
    const url = locationOf(begun);
    url.searchParams.set('login_hint', who);
    return real.signIn(url);
  };
  return { cookies, send, atProvider };
};

beforeAll(async () => {
  jest.spyOn(console, 'warn').mockImplementation(); // the provider warns about its in-memory store
  real = await startRealProvider({ redirectUri: `${externalUrl}/callback` });
  database = await startSqlite();
  replicas = [replica(), replica()];
});
afterAll(async () => {
  await database?.stop();
  await real?.stop();
});

describe('two replicas and a real identity provider', () => {
  it('share a handshake, with each step on another replica; stored values are single-use and unreadable', async () => {
    const { atProvider, cookies, send } = alternatingBrowser();
    const query = { ...clientQuery, pickup };
    const back = await atProvider(query, 'alice');
    const again = `/callback${back.search}`;
    expect((await send('get', again)).status).toBe(302);
    expect((await send('get', again)).status).toBe(401);
    expect((await send('get', '/resources', { s })).status).toBe(200);
    const bindQuery = { s, api: 'databases.example.test' };
    const consent = await send('get', '/bind', bindQuery);
    expect(consent.text).toContain('alice of Klutch');
    const csrf = hiddenField(consent, 'csrf');
    const shown = hiddenField(consent, 'shown');
    const form = { ...bindQuery, csrf, shown };
    const granted = await send('post', '/bind', form);
    const code = locationOf(granted).searchParams.get('code') ?? '';
    expect(granted.status).toBe(303);

    const kept = JSON.stringify(await database.connect()(storesTable).select());
    expect(kept).toContain('challenge');
    const secrets = [
      code,
      back.searchParams.get('code') ?? '',
      back.searchParams.get('state') ?? '',
      real.clientSecret,
      'canary',
      ...cookies.values(),
    ].filter(secret => secret !== '');
    expect(secrets.length).toBeGreaterThanOrEqual(6);

    const answers = await Promise.all(
      replicas.map(app =>
        request(app).post(`${mount}/pickup`).send({ code, verifier }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(backend.calls).toEqual([
      `provision ${real.issuer}#alice#apps1`,
      `provision ${real.issuer}#alice#apps1`,
    ]);
    const output = [kept, ...lines, JSON.stringify(events)].join('\n');
    for (const secret of secrets) expect(output).not.toContain(secret);
    expect(output).not.toContain('eyJ');
  });

  it('show the provider’s message for a refused user', async () => {
    const { atProvider, send } = alternatingBrowser();
    const back = await atProvider(clientQuery, 'mallory');
    const answer = await send('get', `/callback${back.search}`);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('This account is locked');
    expect((await send('get', '/resources', { s })).status).toBe(401);
  });

  it('refuse the callback of another browser', async () => {
    const attacker = alternatingBrowser();
    const back = await attacker.atProvider(clientQuery, 'bob');
    const victim = alternatingBrowser();
    await victim.atProvider(clientQuery, 'alice');
    const answer = await victim.send('get', `/callback${back.search}`);
    expect(answer.status).toBe(401);
    expect([...victim.cookies.keys()]).toEqual(['klutch-browser']);
  });

  it('refuse the code of one sign-in with the state of another', async () => {
    const { atProvider, send } = alternatingBrowser();
    const [one, two] = [
      await atProvider(clientQuery, 'bob'),
      await atProvider(clientQuery, 'alice'),
    ];
    one.searchParams.set('state', two.searchParams.get('state') ?? '');
    const answer = await send('get', `/callback${one.search}`);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain(one.searchParams.get('code'));
  });

  it('authenticate a machine client by its token', async () => {
    const post = async (audience: string | undefined) =>
      request(replicas[0])
        .post(`${mount}/bind-noninteractive`)
        .set('Authorization', `Bearer ${await real.machineToken(audience)}`)
        .send({
          clusterID: 'apps2',
          apis: [{ group: 'example.test', resource: 'databases' }],
        });
    const answer = await post(machineAudience);
    expect(answer.body).toMatchObject({ kind: 'BindingResponse' });
    expect(backend.calls.at(-1)).toBe(
      `provision ${real.issuer}#pipeline#apps2`,
    );
    const elsewhere = await post('https://elsewhere.example');
    expect([elsewhere.status, elsewhere.body.error.name]).toEqual([
      401,
      'SignInRefused',
    ]);
  });
});
