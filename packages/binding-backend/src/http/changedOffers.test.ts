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

describe('what was shown is what is bound', () => {
  it.each<[string, PermissionClaim[]]>([
    ['another owner', [reading]],
    ['a field more', [{ ...secretsClaim, autoAdopt: true }]],
    ['a claim more', [secretsClaim, reading]],
    ['none any more', []],
  ])('a claim with %s is refused before anything is made', async (_, made) => {
    const { page, person, test } = await arrange();
    claims(test, made);
    const answer = await person.agree(page);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('has changed since it was shown to you');
    expect(test.backend.calls).toEqual([]);
    // The session is there still: the next page shows it as it is.
    await person.agree(await person.consent()).expect(303);
  });

  it('a form that tells nothing of it is refused', async () => {
    const { page, person, test } = await arrange();
    await person.agree(page, { shown: '' }).expect(409);
    expect(test.backend.calls).toEqual([]);
  });

  it('the order of the fields is no change', async () => {
    const { page, person, test } = await arrange();
    const { group, resource, selector, version } = secretsClaim;
    claims(test, [{ version, selector, resource, group }]);
    const { status } = await person.agree(page);
    expect(status).toBe(303);
  });

  it('a change before the answer is picked up is refused, too', async () => {
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
