import { ConnectionError } from '@klutch/kube';
import { kubeconfigToken } from '../tokens/kubeconfig';
import { canaries, testHandshake } from '../testing/__testUtils__/handshake';
import { readable } from '../testing/__testUtils__/readable';
import {
  caches,
  submitConsent,
  pickup,
  verifier,
} from '../testing/__testUtils__/steps';
import { databases } from '../testing/samples';

const minute = 60_000;
const codeOf = (redirect: string) =>
  new URL(redirect).searchParams.get('code') ?? '';

describe('pick-up', () => {
  it('exchanges a code and its verifier for the response, once', async () => {
    const test = testHandshake();
    const redirect = await submitConsent(test, [databases, caches], { pickup });
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

  it('records the grant of an API with a restricted audience, like consent does', async () => {
    const test = testHandshake();
    const code = codeOf(
      await submitConsent(test, [databases, caches], { pickup }),
    );
    await test.handshake.pickUp(code, verifier);
    const noted = ['caches.example.test'];
    expect(test.backend.granted).toEqual([noted, noted]);
  });

  it('needs the verifier, and a wrong one uses up the code', async () => {
    const test = testHandshake();
    const code = codeOf(await submitConsent(test, [databases], { pickup }));
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

  it('can be retried when the control plane cluster was unavailable', async () => {
    const test = testHandshake();
    const code = codeOf(await submitConsent(test, [databases], { pickup }));
    const away = new ConnectionError('The API server is away.', {
      failure: 'unreachable',
      server: 'https://control.test:6443',
    });
    jest.spyOn(test.backend, 'provision').mockRejectedValueOnce(away);
    await expect(test.handshake.pickUp(code, verifier)).rejects.toBe(away);
    const answer = await test.handshake.pickUp(code, verifier);
    expect(answer.requests).toHaveLength(1);
  });

  it('succeeds for only one of several concurrent requests', async () => {
    const test = testHandshake();
    const code = codeOf(await submitConsent(test, [databases], { pickup }));
    test.events.length = 0;
    const ends = await Promise.allSettled(
      Array.from({ length: 5 }, () => test.handshake.pickUp(code, verifier)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const auditEvents = test.events.map(
      ({ action, outcome }) => `${action} ${outcome}`,
    );
    expect(
      auditEvents.filter(event => event === 'pick-up refused'),
    ).toHaveLength(4);
    expect(
      auditEvents.filter(event => event.startsWith('issue-token')),
    ).toHaveLength(1);
  });

  it('expires after five minutes', async () => {
    const test = testHandshake();
    const code = codeOf(await submitConsent(test, [databases], { pickup }));
    test.stores.advanceTime(5 * minute);
    await expect(test.handshake.pickUp(code, verifier)).rejects.toMatchObject({
      reason: 'CodeRefused',
    });
  });

  it('checks the policy again', async () => {
    const test = testHandshake();
    const code = codeOf(await submitConsent(test, [caches], { pickup }));
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

  it('stores no token beforehand', async () => {
    const test = testHandshake();
    await submitConsent(test, [databases], { pickup });
    expect(test.stores.dump()).toContain('challenge');
    const kept = readable(test.stores.dump());
    expect(kept).not.toContain('canary-long');
    expect(kept).not.toContain('canary-short');
  });
});
