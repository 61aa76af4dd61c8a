/** A signed-in user, and other users who try to access that user's data. */
import express, { type Express } from 'express';
import request, { type Response } from 'supertest';
import { SignInError } from '../../errors/SignInError';
import { createJoinRouter } from '../../http/createJoinRouter';
import type { IdentityProvider } from '../../oidc/IdentityProvider';
import {
  browser,
  clientQuery,
  type Browser,
  hiddenField,
  recordingLogger,
  locationOf,
  mount,
  testApp,
} from './browser';
import { canaries, testHandshake, type TestHandshake } from './handshake';
import {
  tokenIn,
  joinTokensFixture,
  bindingRequest,
  type JoinTokensFixture,
} from './joinTokens';
import { person, fakeIdentityProvider } from './fakeIdentityProvider';
import { pickup } from './steps';

const hour = 60 * 60_000;
const s = 'abc123';

/** alice is signed in for the login `abc123`; requests of other users are sent there. */
export interface SignedInFixture extends TestHandshake {
  app: Express;
  /** alice's form. */
  csrf: string;
  /** Digest of what alice was shown. */
  shown: string;
  /** A code that alice's client has not redeemed yet. */
  code: string;
  /** Join tokens, served at `/join` of the same app. */
  joinTokens: JoinTokensFixture;
  /** A join token that has not been redeemed yet. */
  joinToken: string;
}

/** The provider that alice signs in with. */
const provider = 'scripted';

/**
 * Signs alice in, and resets the recorded calls.
 * @param others - further identity providers
 */
export const signedInFixture = async (
  others: IdentityProvider[] = [],
): Promise<SignedInFixture> => {
  const providers = [
    fakeIdentityProvider({
      [canaries.code]: person('alice', { groups: ['team-a'] }),
      [canaries.access]: person('alice', { groups: ['team-a'] }),
      bob: person('bob'),
      'bob-access': person('bob'),
      expired: new SignInError('Refused', 'The token has ended.'),
    }),
    ...others,
  ];
  const test = testHandshake({ providers });
  const joinTokens = joinTokensFixture({ stores: test.stores });
  const { joinCommand } = await joinTokens.joinTokens.create(bindingRequest());
  const app = express()
    .use(
      `${mount}/join`,
      createJoinRouter({ ...joinTokens, logger: recordingLogger([]) }),
    )
    .use(testApp(test));
  const alice = browser(app);
  await alice.signIn({ ...clientQuery, provider, pickup });
  const consent = await alice.consent('caches');
  const redirect = locationOf(await alice.agree(consent));
  await alice.signIn({ ...clientQuery, provider });
  const page = await alice.consent('caches');
  test.backend.calls = [];
  test.events.length = 0;
  joinTokens.events.length = 0;
  const code = redirect.searchParams.get('code') ?? '';
  const [csrf, shown] = ['csrf', 'shown'].map(name => hiddenField(page, name));
  return {
    ...test,
    app,
    code,
    csrf: csrf ?? '',
    shown: shown ?? '',
    joinTokens,
    joinToken: tokenIn(joinCommand),
  };
};

/** One request of a caller. */
export type TestRequest = (fixture: SignedInFixture) => Promise<Response>;

/** bob, signed in for a login of his own. */
export const bob = async ({ app }: SignedInFixture, id = 'bob111') => {
  const his = browser(app);
  await his.signIn({ ...clientQuery, s: id }, 'bob');
  return his;
};
/** bob's own session cookie under the name of alice's login. */
export const renamed = async ({ app }: SignedInFixture) => {
  const agent = request(app);
  const begun = await agent
    .get(`${mount}/authorize`)
    .query({ ...clientQuery, s: 'bob111' });
  const cookieOf = (answer: Response) =>
    (answer.get('Set-Cookie') ?? []).map(line => line.split(';')[0]).join('; ');
  const back = await agent
    .get(`${mount}/callback`)
    .set('Cookie', cookieOf(begun))
    .query({
      state: locationOf(begun).searchParams.get('state') ?? '',
      code: 'bob',
    });
  return cookieOf(back).replace('bob111', s);
};
/** Without a cookie. */
export const get =
  (path: string, query: Record<string, string>): TestRequest =>
  async ({ app }) =>
    request(app).get(`${mount}${path}`).query(query);
/** A form, without a cookie. */
export const post =
  (path: string, form: (fixture: SignedInFixture) => object): TestRequest =>
  async fixture =>
    request(fixture.app)
      .post(`${mount}${path}`)
      .type('form')
      .send(form(fixture));
/** The request after some time. */
export const later =
  (ms: number, ask: TestRequest): TestRequest =>
  async fixture => {
    fixture.stores.advanceTime(ms);
    return ask(fixture);
  };
/** alice's code, with a verifier. */
export const pickUp =
  (withVerifier: string, more: object = {}): TestRequest =>
  async ({ app, code }) =>
    request(app)
      .post(`${mount}/pickup`)
      .send({ code, verifier: withVerifier, ...more });
/** A callback to the provider that alice signs in with. */
export const callBack =
  (
    who: (begun: Browser, fixture: SignedInFixture) => Promise<Browser>,
  ): TestRequest =>
  async fixture => {
    const begun = browser(fixture.app);
    const { searchParams } = locationOf(
      await begun.get('/authorize', { ...clientQuery, provider }),
    );
    const address = new URL(searchParams.get('redirect_uri') ?? '');
    const state = searchParams.get('state') ?? '';
    const back = await who(begun, fixture);
    return back.get(address.pathname.replace(mount, ''), {
      state,
      code: canaries.code,
    });
  };
/** Redeems a join token. */
export const join =
  (code?: string): TestRequest =>
  async ({ app, joinToken }) =>
    request(app)
      .post(`${mount}/join`)
      .type('form')
      .send({ code: code ?? joinToken });
/** A request of a machine, with a bearer token. */
export const byToken =
  (token: string | undefined, resource?: string): TestRequest =>
  async ({ app }) =>
    request(app)
      .post(`${mount}/bind-noninteractive`)
      .set(token ? { Authorization: `Bearer ${token}` } : {})
      .send({
        clusterID: 'apps1',
        apis: resource ? [{ group: 'example.test', resource }] : [],
      });
/** A later request in alice's own browser, so that only the time differs. */
export const asAliceLater =
  (
    method: 'get' | 'post',
    path: string,
    fields: Record<string, string>,
  ): TestRequest =>
  async fixture => {
    const alice = browser(fixture.app);
    await alice.signIn();
    const page = await alice.consent('caches');
    const csrf = hiddenField(page, 'csrf');
    fixture.stores.advanceTime(hour);
    return method === 'get'
      ? alice.get(path, fields)
      : alice.post(path, { ...fields, csrf });
  };
/** The form that alice would submit. */
export const formOfAlice = ({ csrf, shown }: SignedInFixture) => ({
  s,
  csrf,
  shown,
  api: 'caches.example.test',
});
