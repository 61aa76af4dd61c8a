import type { ApiResource } from '@klutch/bind-api';
import { SignInError } from '../errors/SignInError';
import {
  canaries,
  testHandshake,
  testProvider,
  type TestHandshake,
} from '../testing/__testUtils__/handshake';
import { fakeIdentityProvider } from '../testing/__testUtils__/fakeIdentityProvider';
import { caches, submitConsent } from '../testing/__testUtils__/steps';
import { databases } from '../testing/samples';

describe('binding with an access token', () => {
  const bind = (test: TestHandshake, token: string, apis: ApiResource[]) =>
    test.handshake.bindWithToken({ token, clusterId: 'apps1', apis });

  it('responds with one export request for each API', async () => {
    const test = testHandshake();
    const answer = await bind(test, canaries.access, [databases, caches]);
    expect(answer.authentication).toEqual({});
    expect(answer.requests).toHaveLength(2);
    expect(test.backend.granted).toEqual([['caches.example.test']]);
    expect(test.events.map(e => `${e.action} ${e.outcome}`)).toEqual([
      'sign-in succeeded',
      'issue-token succeeded',
      'bind succeeded',
    ]);
  });

  it('binds the same tenant as a browser (B8)', async () => {
    const test = testHandshake();
    await submitConsent(test, [databases]);
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

  it('provisions nothing for APIs that may not be bound (B4)', async () => {
    const test = testHandshake();
    await expect(bind(test, 'bob-access', [caches])).rejects.toMatchObject({
      reason: 'NotOffered',
    });
    expect(test.backend.calls).toEqual([]);
  });

  it('reports the reason of the only provider for a refused token', async () => {
    const why = new SignInError('Refused', 'It is meant for another server.');
    const only = fakeIdentityProvider({ x: why });
    const one = testHandshake({ providers: [only] });
    await expect(bind(one, 'x', [databases])).rejects.toBe(why);
    expect(one.events.at(-1)).toMatchObject({ reason: why.message });

    const two = testHandshake({
      providers: [fakeIdentityProvider({ x: why }, 'other'), only],
    });
    await expect(bind(two, 'x', [databases])).rejects.toThrow(
      'No identity provider configured here accepts',
    );
  });

  it('tries each provider, and reports an unavailable one only if no other accepts the token', async () => {
    const down = new SignInError('Unavailable', 'It does not answer.');
    const away = fakeIdentityProvider(
      { [canaries.access]: down, x: down },
      'away',
    );
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
