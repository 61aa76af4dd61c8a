import { decodeBindingResponse, type ApiResource } from '@klutch/bind-api';
import { ApiError } from '@klutch/kube';
import { SignInError } from '../oidc/IdentityProvider';
import { kubeconfigTarget, kubeconfigToken } from '../provision/kubeconfig';
import {
  canaries,
  testHandshake,
  testProvider,
  type TestHandshake,
} from '../testing/__testUtils__/handshake';
import {
  person,
  scriptedProvider,
} from '../testing/__testUtils__/scriptedProvider';
import { databases, secretsClaim } from '../testing/samples';
import type { ClientWish } from './begin';
import { challengeOf } from './secrets';

const minute = 60_000;
const browser = 'b'.repeat(43);
const verifier = 'v'.repeat(43);
const pickup = challengeOf(verifier);
const caches = { group: 'example.test', resource: 'caches' };
const wish = (more: Partial<ClientWish> = {}): ClientWish => ({
  redirect: { port: '8085' },
  sessionId: 'abc123',
  clusterId: 'apps1',
  ...more,
});

const callbackFor = async (
  { handshake }: TestHandshake,
  more: Partial<ClientWish> = {},
  code: string = canaries.code,
) => {
  const client = handshake.client(wish(more));
  const url = await handshake.begin(client, 'scripted', browser);
  const callback = new URL(handshake.callbackUrl);
  callback.searchParams.set('state', url.searchParams.get('state') ?? '');
  callback.searchParams.set('code', code);
  return callback;
};
const signIn = async (
  test: TestHandshake,
  more: Partial<ClientWish> = {},
  code?: string,
) => test.handshake.finishSignIn(await callbackFor(test, more, code), browser);
const grant = async (
  test: TestHandshake,
  apis: ApiResource[],
  more: Partial<ClientWish> = {},
  code?: string,
) => {
  const opened = await signIn(test, more, code);
  return test.handshake.grant({ ...opened, apis });
};
const codeOf = (redirect: string) =>
  new URL(redirect).searchParams.get('code') ?? '';

describe('sign-in', () => {
  it('sends the browser to the provider, and back to the callback only', async () => {
    const { handshake } = testHandshake();
    const url = await handshake.begin(
      handshake.client(wish()),
      'scripted',
      browser,
    );
    expect(url.searchParams.get('redirect_uri')).toBe(
      'http://localhost:7007/api/klutch/binding/callback',
    );
  });

  it('opens a session for whoever came back', async () => {
    const test = testHandshake();
    const { secret, session } = await signIn(test);
    expect(session).toMatchObject({
      person: { subject: 'alice' },
      client: { redirect: 'http://localhost:8085/callback' },
    });
    await expect(test.handshake.session(secret, 'abc123')).resolves.toEqual(
      session,
    );
    expect(test.events).toEqual([
      {
        action: 'sign-in',
        outcome: 'succeeded',
        actor: 'https://id.test/alice',
        cluster: 'apps1',
      },
    ]);
  });

  it('gives each session its own secrets', async () => {
    const test = testHandshake();
    const [one, two] = [await signIn(test), await signIn(test)];
    expect(one.secret).not.toBe(two.secret);
    expect(one.session.csrf).not.toBe(two.session.csrf);
  });

  it('takes a state once', async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    await test.handshake.finishSignIn(callback, browser);
    await expect(
      test.handshake.finishSignIn(callback, browser),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
  });

  it('takes a state only in the browser that began (B3)', async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    const elsewhere = [undefined, 'x'.repeat(43)];
    for (const secret of elsewhere) {
      await expect(
        test.handshake.finishSignIn(callback, secret),
      ).rejects.toMatchObject({ reason: 'SignInAgain' });
    }
    await expect(
      test.handshake.finishSignIn(callback, browser),
    ).resolves.toBeDefined();
  });

  it('takes a state for ten minutes', async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    test.stores.forward(10 * minute);
    await expect(
      test.handshake.finishSignIn(callback, browser),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
  });

  it.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['two states', (url: URL) => url.searchParams.append('state', 'x')],
    ['a made-up state', (url: URL) => url.searchParams.set('state', 'x.y')],
  ])('is refused with %s', async (_, change) => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    change(callback);
    await expect(
      test.handshake.finishSignIn(callback, browser),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
    expect(test.events).toMatchObject([
      { action: 'sign-in', outcome: 'refused', actor: 'anonymous' },
    ]);
  });

  it("passes on the provider's refusal, and spends the state", async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    callback.searchParams.set('error_description', 'Not today');
    await expect(
      test.handshake.finishSignIn(callback, browser),
    ).rejects.toThrow('It says: Not today');
    await expect(
      test.handshake.finishSignIn(callback, browser),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
    expect(test.events[0]).toMatchObject({ outcome: 'refused' });
  });

  it('comes back to the provider where it began', async () => {
    const other = scriptedProvider({ x: person('mallory') }, 'other');
    const test = testHandshake({ providers: [testProvider(), other] });
    const callback = await callbackFor(test, {}, 'x');
    await expect(
      test.handshake.finishSignIn(callback, browser),
    ).rejects.toMatchObject({ reason: 'Refused' });
  });

  it('begins only with providers that are configured', async () => {
    const { handshake } = testHandshake();
    await expect(
      handshake.begin(handshake.client(wish()), 'other', browser),
    ).rejects.toMatchObject({ reason: 'InvalidRequest' });
  });

  it('refuses the form of the reference where it is switched off', () => {
    const { handshake } = testHandshake({ allowReferenceRedirect: false });
    expect(() => handshake.client(wish())).toThrow(/kubectl klutch bind/);
    expect(handshake.client(wish({ pickup }))).toMatchObject({ pickup });
  });
});

describe('session', () => {
  it('ends after an hour, at sign-out, and is for its own login', async () => {
    const test = testHandshake();
    const first = await signIn(test);
    const second = await signIn(test, { sessionId: 'other1' });
    const ask = (secret: string, id: string) =>
      test.handshake.session(secret, id);
    const ended = { reason: 'SignInAgain' };
    await expect(ask(first.secret, 'other1')).rejects.toMatchObject(ended);
    await test.handshake.signOut(first.secret);
    await expect(ask(first.secret, 'abc123')).rejects.toMatchObject(ended);
    await expect(ask(second.secret, 'other1')).resolves.toBeDefined();
    test.stores.forward(60 * minute);
    await expect(ask(second.secret, 'other1')).rejects.toMatchObject(ended);
  });
});

describe('offers', () => {
  it('are those that the person may bind', async () => {
    const { handshake } = testHandshake();
    const titles = async (subject: string, groups: string[]) =>
      (await handshake.offers(person(subject, { groups }))).map(o => o.title);
    await expect(titles('alice', ['team-a'])).resolves.toEqual([
      'Cache',
      'Database',
    ]);
    await expect(titles('bob', [])).resolves.toEqual(['Database']);
  });

  it('that somebody may not bind look like those that are not there', async () => {
    const { handshake } = testHandshake();
    const refusalOf = (resource: string) =>
      handshake
        .requireOffers(person('bob'), [{ group: 'example.test', resource }])
        .catch(error => String(error).replace(resource, '…'));
    expect(await refusalOf('caches')).toBe(await refusalOf('nothing'));
  });
});

describe("a grant in the reference's form", () => {
  it('carries the answer with a short token, and a session grants once', async () => {
    const test = testHandshake();
    const opened = await signIn(test);
    const consent = { ...opened, apis: [databases] };
    const redirect = new URL(await test.handshake.grant(consent));
    expect(redirect.origin + redirect.pathname).toBe(
      'http://localhost:8085/callback',
    );
    const response = decodeBindingResponse(
      redirect.searchParams.get('response') ?? '',
      'abc123',
    );
    if (!response.ok) throw new Error(response.error);
    const { authentication, kubeconfig, requests } = response.value;
    expect(authentication).toEqual({
      oauth2CodeGrant: { sid: 'abc123', id: 'https://id.test/alice' },
    });
    expect(requests).toEqual([
      {
        kind: 'APIServiceExportRequest',
        apiVersion: 'klutch.anynines.com/v1alpha1',
        metadata: { name: 'databases.example.test' },
        spec: {
          resources: [
            {
              ...databases,
              permissionClaims: [{ ...secretsClaim, required: true }],
            },
          ],
        },
        status: {},
      },
    ]);
    const yaml = Buffer.from(kubeconfig, 'base64').toString();
    expect(kubeconfigTarget(yaml)?.namespace).toBe('cluster-0');
    expect(kubeconfigToken(yaml)).toBe(canaries.short);
    await expect(test.handshake.grant(consent)).rejects.toMatchObject({
      reason: 'SignInAgain',
    });
  });

  it('is written in the standard alphabet (B9)', async () => {
    const alice = person('~?>alice\u{1F511}ÿ');
    const providers = [scriptedProvider({ x: alice })];
    const test = testHandshake({ providers });
    const redirect = await grant(test, [databases], {}, 'x');
    const text = new URL(redirect).searchParams.get('response') ?? '';
    expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(JSON.parse(Buffer.from(text, 'base64').toString())).toMatchObject({
      authentication: {
        oauth2CodeGrant: { id: `https://id.test/${alice.subject}` },
      },
    });
  });

  it('takes one API at a time', async () => {
    const test = testHandshake();
    await expect(grant(test, [databases, caches])).rejects.toMatchObject({
      reason: 'InvalidRequest',
    });
    expect(test.backend.calls).toEqual([]);
  });

  it('is the same again for an app cluster that comes again (C05)', async () => {
    const test = testHandshake();
    await grant(test, [databases]);
    await grant(test, [caches]);
    expect(test.backend.calls).toEqual([
      'provision https://id.test#alice#apps1',
      'short cluster-0',
      'provision https://id.test#alice#apps1',
      'short cluster-0',
    ]);
  });
});

describe('a grant', () => {
  it('provisions nothing that may not be bound (B4)', async () => {
    const test = testHandshake();
    const nothing = { group: 'example.test', resource: 'nothing' };
    for (const apis of [[caches], [nothing]]) {
      await expect(grant(test, apis, {}, 'bob')).rejects.toMatchObject({
        reason: 'NotOffered',
      });
    }
    await expect(
      grant(test, [databases, caches], { pickup }, 'bob'),
    ).rejects.toMatchObject({ reason: 'NotOffered' });
    expect(test.backend.calls).toEqual([]);
    expect(test.events.at(-1)).toMatchObject({
      action: 'bind',
      outcome: 'refused',
      actor: 'https://id.test/bob',
      apis: ['databases.example.test', 'caches.example.test'],
      reason: expect.stringContaining('is not offered to you'),
    });
  });

  it('keeps tenants of different people and issuers apart', async () => {
    const providers = [
      scriptedProvider({
        here: person('eve'),
        there: person('eve', { issuer: 'https://other.test' }),
        legacy: person('eve', { legacyIdentity: true }),
      }),
    ];
    const test = testHandshake({ providers });
    for (const code of ['here', 'there', 'legacy']) {
      await grant(test, [databases], { pickup }, code);
    }
    expect(test.backend.calls).toEqual([
      'provision https://id.test#eve#apps1',
      'provision https://other.test#eve#apps1',
      'provision eve#apps1',
    ]);
  });

  it('that fails leaves the session, and is written down', async () => {
    const test = testHandshake();
    const opened = await signIn(test);
    const provision = jest
      .spyOn(test.backend, 'provision')
      .mockRejectedValueOnce(
        new ApiError({ code: 500, reason: 'InternalError', message: 'etcd' }),
      );
    const consent = { ...opened, apis: [databases] };
    await expect(test.handshake.grant(consent)).rejects.toThrow('etcd');
    expect(test.events.at(-1)).toMatchObject({
      action: 'bind',
      outcome: 'failed',
      reason: 'etcd',
    });
    provision.mockRestore();
    await expect(test.handshake.grant(consent)).resolves.toContain('response=');
  });
});

describe('renewal', () => {
  it('gives an app cluster that is bound its connection, without an API', async () => {
    const test = testHandshake();
    await grant(test, [databases]);
    const redirect = await grant(test, [], { refresh: true });
    const text = new URL(redirect).searchParams.get('response') ?? '';
    const answer = decodeBindingResponse(text, 'abc123');
    expect(answer).toMatchObject({ ok: true, value: { requests: [] } });
    expect(test.backend.calls.slice(2)).toEqual([
      'renew https://id.test#alice#apps1',
      'short cluster-0',
    ]);
  });

  it('makes nothing for one that is not', async () => {
    const test = testHandshake();
    await expect(grant(test, [])).rejects.toMatchObject({ reason: 'NotBound' });
    expect(test.backend.calls).toEqual(['renew https://id.test#alice#apps1']);
    expect(test.events.at(-1)).toMatchObject({
      action: 'issue-token',
      outcome: 'refused',
    });
  });
});

describe('pick-up', () => {
  it('exchanges a code and its verifier for the answer, once', async () => {
    const test = testHandshake();
    const redirect = await grant(test, [databases, caches], { pickup });
    expect(redirect).toMatch(
      /^http:\/\/localhost:8085\/callback\?code=[\w-]{43}$/,
    );
    const code = codeOf(redirect);
    const answer = await test.handshake.pickUp(code, verifier);
    expect(answer.requests.map(({ metadata }) => metadata.name)).toEqual([
      'databases.example.test',
      'caches.example.test',
    ]);
    expect(answer.authentication.oauth2CodeGrant?.sid).toBe('abc123');
    const yaml = Buffer.from(answer.kubeconfig, 'base64').toString();
    expect(kubeconfigToken(yaml)).toBe(canaries.long);
    await expect(test.handshake.pickUp(code, verifier)).rejects.toMatchObject({
      reason: 'CodeRefused',
    });
  });

  it('needs the verifier, and a wrong one spends the code', async () => {
    const test = testHandshake();
    const code = codeOf(await grant(test, [databases], { pickup }));
    const refused = { reason: 'CodeRefused' };
    await expect(
      test.handshake.pickUp(code, 'w'.repeat(43)),
    ).rejects.toMatchObject(refused);
    await expect(test.handshake.pickUp(code, verifier)).rejects.toMatchObject(
      refused,
    );
    expect(test.events.at(-1)).toMatchObject({
      action: 'pick-up',
      outcome: 'refused',
      actor: 'anonymous',
    });
  });

  it('ends after five minutes', async () => {
    const test = testHandshake();
    const code = codeOf(await grant(test, [databases], { pickup }));
    test.stores.forward(5 * minute);
    await expect(test.handshake.pickUp(code, verifier)).rejects.toMatchObject({
      reason: 'CodeRefused',
    });
  });

  it('asks the policy again', async () => {
    const test = testHandshake();
    const code = codeOf(await grant(test, [caches], { pickup }));
    test.backend.offered = test.backend.offered.map(offer => ({
      ...offer,
      policy: { groups: [] },
    }));
    test.backend.calls = [];
    await expect(test.handshake.pickUp(code, verifier)).rejects.toMatchObject({
      reason: 'NotOffered',
    });
    expect(test.backend.calls).toEqual([]);
  });

  it('keeps no token before it', async () => {
    const test = testHandshake();
    await grant(test, [databases], { pickup });
    expect(test.stores.dump()).toContain('challenge');
    expect(test.stores.dump()).not.toContain('canary-long');
    expect(test.stores.dump()).not.toContain('canary-short');
  });
});

describe('binding with an access token', () => {
  const bind = (test: TestHandshake, token: string, apis: ApiResource[]) =>
    test.handshake.bindWithToken({ token, clusterId: 'apps1', apis });

  it('answers with one request for each API', async () => {
    const test = testHandshake();
    const answer = await bind(test, canaries.access, [databases, caches]);
    expect(answer.authentication).toEqual({});
    expect(answer.requests).toHaveLength(2);
    expect(test.events.map(e => `${e.action} ${e.outcome}`)).toEqual([
      'sign-in succeeded',
      'issue-token succeeded',
      'bind succeeded',
    ]);
  });

  it('binds the tenant that a browser would (B8)', async () => {
    const test = testHandshake();
    await grant(test, [databases]);
    await bind(test, canaries.access, [databases]);
    expect(test.backend.calls.at(-1)).toBe(test.backend.calls[0]);
  });

  it('renews without APIs', async () => {
    const test = testHandshake();
    await bind(test, canaries.access, [databases]);
    const answer = await bind(test, canaries.access, []);
    expect(answer.requests).toEqual([]);
    await expect(bind(test, 'bob-access', [])).rejects.toMatchObject({
      reason: 'NotBound',
    });
  });

  it('provisions nothing that may not be bound (B4)', async () => {
    const test = testHandshake();
    await expect(bind(test, 'bob-access', [caches])).rejects.toMatchObject({
      reason: 'NotOffered',
    });
    expect(test.backend.calls).toEqual([]);
  });

  it('asks each provider; one that is away counts when no other knows the token', async () => {
    const down = new SignInError('Unavailable', 'It does not answer.');
    const away = scriptedProvider({ [canaries.access]: down, x: down }, 'away');
    const test = testHandshake({ providers: [away, testProvider()] });
    await expect(
      bind(test, canaries.access, [databases]),
    ).resolves.toBeDefined();
    await expect(bind(test, 'x', [databases])).rejects.toMatchObject({
      reason: 'Unavailable',
    });
    await expect(bind(test, 'unknown', [databases])).rejects.toMatchObject({
      reason: 'Refused',
    });
    expect(test.events.slice(-2)).toMatchObject([
      { action: 'sign-in', outcome: 'failed' },
      { action: 'sign-in', outcome: 'refused', actor: 'anonymous' },
    ]);
  });
});
