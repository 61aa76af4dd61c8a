import request from 'supertest';
import type { PermissionClaim } from '@klutch/bind-api';
import {
  browser,
  clientQuery,
  locationOf,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import {
  testHandshake,
  type TestHandshake,
} from '../testing/__testUtils__/handshake';
import { pickup, verifier } from '../testing/__testUtils__/steps';
import { secretsClaim } from '../testing/samples';

const claims = ({ backend }: TestHandshake, made: PermissionClaim[]) => {
  backend.offered = backend.offered.map(offer => ({ ...offer, claims: made }));
};
const reading: PermissionClaim = {
  ...secretsClaim,
  selector: { ...secretsClaim.selector, owner: 'Consumer' },
};
const arrange = async (query = clientQuery) => {
  const test = testHandshake();
  claims(test, [secretsClaim]);
  const app = testApp(test);
  const person = browser(app);
  await person.signIn(query);
  return { test, app, person, page: await person.consent() };
};

describe('offers that change after consent', () => {
  it.each<[string, PermissionClaim[]]>([
    ['another owner', [reading]],
    ['a field more', [{ ...secretsClaim, autoAdopt: true }]],
    ['a claim more', [secretsClaim, reading]],
    ['none any more', []],
  ])(
    'a claim with %s is refused before anything is created',
    async (_, made) => {
      const { page, person, test } = await arrange();
      claims(test, made);
      const answer = await person.agree(page);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('have changed since you saw them');
      expect(test.backend.calls).toEqual([]);
      // The session still exists, so the next page shows the changed claim.
      await person.agree(await person.consent()).expect(303);
    },
  );

  it('a form without the digest is refused', async () => {
    const { page, person, test } = await arrange();
    await person.agree(page, { shown: '' }).expect(409);
    expect(test.backend.calls).toEqual([]);
  });

  it('another order of the fields is not a change', async () => {
    const { page, person, test } = await arrange();
    const { group, resource, selector, version } = secretsClaim;
    claims(test, [{ version, selector, resource, group }]);
    const { status } = await person.agree(page);
    expect(status).toBe(303);
  });

  it('a change before the pickup is refused as well', async () => {
    const { app, page, person, test } = await arrange({
      ...clientQuery,
      pickup,
    });
    const redirect = locationOf(await person.agree(page).expect(303));
    claims(test, [reading]);
    const answer = await request(app)
      .post(`${mount}/pickup`)
      .send({ code: redirect.searchParams.get('code'), verifier });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: { name: 'Changed' } });
    expect(answer.text).not.toContain('kubeconfig');
  });
});
