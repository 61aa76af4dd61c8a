import type { Router } from 'express';
import { browser, recordingLogger } from '../testing/__testUtils__/browser';
import { canaries, testHandshake } from '../testing/__testUtils__/handshake';
import { joinTokensFixture } from '../testing/__testUtils__/joinTokens';
import { callers, rows, type Caller } from '../testing/__testUtils__/isolation';
import {
  byToken,
  join,
  pickUp,
  signedInFixture,
} from '../testing/__testUtils__/signedInFixture';
import { fakeIdentityProvider } from '../testing/__testUtils__/fakeIdentityProvider';
import { verifier } from '../testing/__testUtils__/steps';
import { createBindingRouter } from './createBindingRouter';
import { createJoinRouter } from './createJoinRouter';

const s = 'abc123';
const others = [fakeIdentityProvider({}, 'other')];
const fixtureOf = (route: string) =>
  signedInFixture(route.endsWith('<provider>') ? others : []);

/** Public routes without user data. */
const publicRoutes = ['GET /export', 'GET /authorize', 'GET /join'];

/** Combinations that do not apply to these routes. */
const notApplicable: Record<string, Caller> = {
  'GET /callback': 'another group', // no API is asked for
  'GET /callback/<provider>': 'another group',
  'POST /sign-out': 'another group',
  'POST /join': 'another user', // identified only by the code
};

const routesOf = ({ stack }: Router, at = ''): string[] =>
  stack.flatMap(({ route }) =>
    (route?.stack ?? [])
      .filter(({ method }) => method) // routes for all other methods respond with 405
      .map(({ method }) => {
        const path = `${at}${route?.path}`.replace(/(?<=.)\/$/, '');
        return `${method.toUpperCase()} ${path}`;
      }),
  );

const allRoutes = (): Set<string> => {
  const logger = recordingLogger([]);
  const { handshake } = testHandshake();
  const several = testHandshake({
    providers: [fakeIdentityProvider({}), ...others],
  });
  const options = { prettyName: 'Test', version: 'v1.5.0', logger };
  return new Set([
    ...routesOf(createBindingRouter({ ...options, handshake })),
    ...routesOf(
      createBindingRouter({ ...options, handshake: several.handshake }),
    ).map(route => route.replace(/(?<=\/callback)\/.+/, '/<provider>')),
    ...routesOf(createJoinRouter({ ...joinTokensFixture(), logger }), '/join'),
  ]);
};

describe('isolation of tenants', () => {
  it.each(rows)(
    '%s: %s, %s, gets %d',
    async (route, _who, _message, status, ask) => {
      const fixture = await fixtureOf(route);
      const answer = await ask(fixture);
      expect(answer.status).toBe(status);
      expect(answer.text).not.toMatch(/canary|cluster-0|alice|Cache</);
      const provisioned = [
        ...fixture.backend.calls,
        ...fixture.joinTokens.backend.calls,
      ].filter(call => !call.startsWith('renew'));
      expect(provisioned).toEqual([]);
    },
  );

  it('covers every route', () => {
    const wanted = [...allRoutes()]
      .filter(route => !publicRoutes.includes(route))
      .flatMap(route =>
        callers
          .filter(caller => notApplicable[route] !== caller)
          .map(caller => `${route}: ${caller}`),
      );
    const asked = rows.map(([route, caller]) => `${route}: ${caller}`);
    expect(new Set(asked)).toEqual(new Set(wanted));
  });

  it('alice herself is allowed on every route', async () => {
    const fixture = await signedInFixture();
    const alice = browser(fixture.app);
    await alice.signIn();
    await alice.get('/resources', { s }).expect(200);
    await alice.agree(await alice.consent('caches')).expect(303);
    expect((await pickUp(verifier)(fixture)).status).toBe(200);
    const answer = await byToken(canaries.access, 'caches')(fixture);
    expect(answer.status).toBe(200);
    expect((await join()(fixture)).status).toBe(200);
  });
});
