import { decodeBindingResponse } from '@klutch/bind-api';
import { ApiError } from '@klutch/kube';
import { kubeconfigTarget, kubeconfigToken } from '../tokens/kubeconfig';
import { canaries, testHandshake } from '../testing/__testUtils__/handshake';
import {
  person,
  fakeIdentityProvider,
} from '../testing/__testUtils__/fakeIdentityProvider';
import {
  caches,
  formOf,
  submitConsent,
  pickup,
  signIn,
} from '../testing/__testUtils__/steps';
import { databases, secretsClaim } from '../testing/samples';

describe('a consent for the upstream CLI', () => {
  it('returns the response with a short-lived token, once for each session', async () => {
    const test = testHandshake();
    const opened = await signIn(test);
    const consent = { form: formOf(opened), apis: [databases] };
    const redirect = new URL(await test.handshake.submitConsent(consent));
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
    await expect(test.handshake.submitConsent(consent)).rejects.toMatchObject({
      reason: 'SignInAgain',
    });
  });

  it('is encoded in the standard alphabet (B9)', async () => {
    const alice = person('~?>alice\u{1F511}ÿ');
    const providers = [fakeIdentityProvider({ x: alice })];
    const test = testHandshake({ providers });
    const redirect = await submitConsent(test, [databases], {}, 'x');
    const text = new URL(redirect).searchParams.get('response') ?? '';
    expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(JSON.parse(Buffer.from(text, 'base64').toString())).toMatchObject({
      authentication: {
        oauth2CodeGrant: { id: `https://id.test/${alice.subject}` },
      },
    });
  });

  it('accepts one API at a time', async () => {
    const test = testHandshake();
    await expect(
      submitConsent(test, [databases, caches]),
    ).rejects.toMatchObject({
      reason: 'InvalidRequest',
    });
    expect(test.backend.calls).toEqual([]);
  });

  it('can be repeated for the same app cluster (C05)', async () => {
    const test = testHandshake();
    await submitConsent(test, [databases]);
    await submitConsent(test, [caches]);
    expect(test.backend.calls).toEqual([
      'provision https://id.test#alice#apps1',
      'short cluster-0',
      'provision https://id.test#alice#apps1',
      'short cluster-0',
    ]);
  });
});

describe('a consent', () => {
  it('provisions nothing for APIs that may not be bound (B4)', async () => {
    const test = testHandshake();
    const nothing = { group: 'example.test', resource: 'nothing' };
    for (const apis of [[caches], [nothing]]) {
      await expect(submitConsent(test, apis, {}, 'bob')).rejects.toMatchObject({
        reason: 'NotOffered',
      });
    }
    await expect(
      submitConsent(test, [databases, caches], { pickup }, 'bob'),
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

  it('separates tenants of different users and issuers', async () => {
    const providers = [
      fakeIdentityProvider({
        here: person('eve'),
        there: person('eve', { issuer: 'https://other.test' }),
        legacy: person('eve', { legacyIdentity: true }),
      }),
    ];
    const test = testHandshake({ providers });
    for (const code of ['here', 'there', 'legacy']) {
      await submitConsent(test, [databases], { pickup }, code);
    }
    expect(test.backend.calls).toEqual([
      'provision https://id.test#eve#apps1',
      'provision https://other.test#eve#apps1',
      'provision eve#apps1',
    ]);
  });

  it('that fails keeps the session, and is audited', async () => {
    const test = testHandshake();
    const opened = await signIn(test);
    const provision = jest
      .spyOn(test.backend, 'provision')
      .mockRejectedValueOnce(
        new ApiError({ code: 500, reason: 'InternalError', message: 'etcd' }),
      );
    const consent = { form: formOf(opened), apis: [databases] };
    await expect(test.handshake.submitConsent(consent)).rejects.toThrow('etcd');
    expect(test.events.at(-1)).toMatchObject({
      action: 'bind',
      outcome: 'failed',
      reason: 'etcd',
    });
    provision.mockRestore();
    await expect(test.handshake.submitConsent(consent)).resolves.toContain(
      'response=',
    );
  });
});

describe('renewal', () => {
  it('returns credentials for a bound app cluster, without an API', async () => {
    const test = testHandshake();
    await submitConsent(test, [databases]);
    const redirect = await submitConsent(test, [], { refresh: true });
    const text = new URL(redirect).searchParams.get('response') ?? '';
    const answer = decodeBindingResponse(text, 'abc123');
    expect(answer).toMatchObject({ ok: true, value: { requests: [] } });
    expect(test.backend.calls.slice(2)).toEqual([
      'renew https://id.test#alice#apps1',
      'short cluster-0',
    ]);
  });

  it('creates nothing for an app cluster that is not bound', async () => {
    const test = testHandshake();
    await expect(submitConsent(test, [])).rejects.toMatchObject({
      reason: 'NotBound',
    });
    expect(test.backend.calls).toEqual(['renew https://id.test#alice#apps1']);
    expect(test.events.at(-1)).toMatchObject({
      action: 'renew-token',
      outcome: 'refused',
    });
  });
});
