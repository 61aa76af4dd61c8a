import { names } from '@klutch/bind-api';
import { backendActor } from '../audit/Audit';
import { backendNames } from '../backendNames';
import { FakeTokenCluster } from '../testing/__testUtils__/FakeTokenCluster';
import { ensureToken, renewToken } from './ensureToken';
import { secretReaderBinding } from '../roles/secretReaderBinding';
import { recordRevocation } from './recordRevocation';
import { tokenRejectionDelay, publishDelay } from './publishAfter';
import {
  invalidateTokens,
  revokeTokensIn,
  tokensTrustedSince,
} from './revokeTokens';
import {
  requireShortLivedKubeconfig,
  shortLivedKubeconfig,
} from './shortLivedKubeconfig';
import { renewalMargin } from './planToken';

const minute = 60_000;
const hour = 60 * minute;
const tokenType = 'kubernetes.io/service-account-token';

let on: FakeTokenCluster;
beforeEach(() => {
  on = new FakeTokenCluster();
});

const bind = async () => {
  const { kubeconfig } = await ensureToken(on.context(), on.tenant);
  on.hasClusterBinding = true;
  return kubeconfig;
};
const control = () => renewToken(on.context(), on.tenant);
const revoke = () => invalidateTokens(on.context(), on.tenant.namespace);
/** Simulates the controller, which reconciles at the requested times. */
const checkUntil = async (time: number, life?: number) => {
  for (;;) {
    const next = (await renewToken(on.context(life), on.tenant)) ?? time;
    if (next >= time) break;
    on.time = next;
  }
  on.time = time;
};
const put = (name: string, type: string, text: string) =>
  on.put({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: on.tenant.namespace, name },
    type,
    data: { [name]: Buffer.from(text).toString('base64') },
  });
/** Objects that the reference leaves in a cluster namespace. */
const restoreReferenceSecrets = () => {
  put(names.kubeconfigSecret, 'Opaque', 'with a non-expiring token');
  put(names.binder, tokenType, 'a non-expiring token');
};

describe('a revocation', () => {
  it('revokes the token before a renewal, too', async () => {
    const first = await bind();
    on.advanceTime(12 * hour);
    await control();
    const second = on.publishedKubeconfig ?? '';
    expect([first, second].map(one => on.accepts(one))).toEqual([true, true]);
    await revoke();
    expect([first, second].map(one => on.accepts(one))).toEqual([false, false]);
    expect(await control()).toBeUndefined();
    expect(on.publishedKubeconfig).toBeUndefined();
  });

  it('applies where another backend issued the token', async () => {
    restoreReferenceSecrets();
    await revoke();
    expect([...on.secrets.keys()]).toEqual([names.kubeconfigSecret]);
    expect(await control()).toBeUndefined();
    expect([...on.secrets.keys()]).toEqual([names.kubeconfigSecret]);
    expect(on.publishedKubeconfig).toBeUndefined();
    expect(on.accepts(await bind())).toBe(true);
    expect(on.publishedKubeconfig).toBeUndefined();
    on.advanceTime(publishDelay);
    await control();
    expect(on.accepts(on.publishedKubeconfig ?? '')).toBe(true);
  });

  it('R16: is followed by a published token as soon as the revoked ones are rejected, where Secrets may not be watched', async () => {
    const { namespace } = on.tenant;
    on.secretReader = secretReaderBinding(namespace, false);
    await bind();
    await revoke();
    await bind();
    await control();
    expect(on.publishedKubeconfig).toBeUndefined();
    on.advanceTime(tokenRejectionDelay);
    await control();
    expect(on.accepts(on.publishedKubeconfig ?? '')).toBe(true);
  });

  it.each([
    ['may be watched', true, undefined],
    ['could be watched until a moment ago', false, 0],
  ])(
    'R16: is followed by no published token for an hour where Secrets %s',
    async (_, isNeeded, narrowed) => {
      const at = narrowed === undefined ? undefined : new Date(on.time);
      const { namespace } = on.tenant;
      on.secretReader = secretReaderBinding(namespace, isNeeded, at);
      await bind();
      await revoke();
      await bind();
      on.advanceTime(publishDelay - minute);
      await control();
      expect(on.publishedKubeconfig).toBeUndefined();
      on.advanceTime(minute);
      await control();
      expect(on.accepts(on.publishedKubeconfig ?? '')).toBe(true);
    },
  );

  it('ends with the next request, however late, whose result missingRight that the token is unpublished', async () => {
    await bind();
    await revoke();
    on.advanceTime(2 * publishDelay);
    const next = () => ensureToken(on.context(), on.tenant);
    expect(await next()).toMatchObject({
      endedRevocation: true,
      isUnpublished: false,
    });
    expect(await next()).toMatchObject({ endedRevocation: false });
    const { namespace } = on.tenant;
    expect((await tokensTrustedSince(on.client, namespace))?.getTime()).toBe(
      on.time - 2 * publishDelay + tokenRejectionDelay,
    );
  });

  it('is recorded where the kubeconfig secret was deleted', async () => {
    const stolen = await bind();
    on.secrets.delete(names.kubeconfigSecret);
    await revoke();
    expect(on.accepts(stolen)).toBe(false);
    expect(on.accepts(await bind())).toBe(true);
    expect(on.publishedKubeconfig).toBeUndefined();
  });

  it('is caused by deletion of the kubeconfig secret, for all tokens', async () => {
    const first = await bind();
    on.advanceTime(12 * hour);
    await control();
    const second = on.publishedKubeconfig ?? '';
    on.secrets.delete(names.kubeconfigSecret);
    expect(await control()).toBeUndefined();
    expect([first, second].map(one => on.accepts(one))).toEqual([false, false]);
    await bind();
    expect(on.publishedKubeconfig).toBeUndefined();
  });

  it('is recorded by a bind after deletion of the kubeconfig secret, before the controller has reconciled', async () => {
    const first = await bind();
    on.advanceTime(12 * hour);
    await control();
    const second = on.publishedKubeconfig ?? '';
    const eventCount = on.events.length;
    on.secrets.delete(names.kubeconfigSecret);
    const short = () =>
      requireShortLivedKubeconfig(
        { ...on.context(), namespacePrefix: names.clusterNamespacePrefix },
        { subject: 'alice', clusterId: 'apps' },
      );
    await expect(short()).rejects.toMatchObject({ reason: 'NotYet' });
    const unpublished = await bind();
    expect([first, second, unpublished].map(one => on.accepts(one))).toEqual([
      false,
      false,
      true,
    ]);
    expect(on.publishedKubeconfig).toBeUndefined();
    expect(on.events.slice(eventCount)).toMatchObject([
      { action: 'revoke-tokens', reason: 'Secret kubeconfig was deleted.' },
      { action: 'issue-token', outcome: 'succeeded' },
    ]);
    on.advanceTime(publishDelay);
    await control();
    expect(on.accepts(on.publishedKubeconfig ?? '')).toBe(true);
  });

  it('is audited, with the deleted object, once, when the deletion is detected', async () => {
    await bind();
    on.secrets.delete(names.kubeconfigSecret);
    await control();
    await control();
    const auditEvents = () =>
      on.events.filter(({ action }) => action === 'revoke-tokens');
    expect(auditEvents()).toEqual([
      {
        action: 'revoke-tokens',
        outcome: 'succeeded',
        actor: backendActor,
        namespace: on.tenant.namespace,
        tenant: on.tenant.identity,
        reason: 'Secret kubeconfig was deleted.',
      },
    ]);
    await bind();
    await revoke(); // This revocation is audited by its caller.
    await control();
    expect(auditEvents()).toHaveLength(1);
  });

  it('of a namespace that is no cluster namespace is refused, and audited', async () => {
    const by = { actor: 'kubernetes/olga' };
    const refused = revokeTokensIn(on.context(), 'default', by);
    await expect(refused).rejects.toMatchObject({ reason: 'InvalidInput' });
    expect(on.events).toEqual([
      {
        action: 'revoke-tokens',
        outcome: 'refused',
        namespace: 'default',
        reason: expect.stringContaining('default is no cluster namespace'),
        ...by,
      },
    ]);
  });

  it('is executed by the controller when the recording process has died', async () => {
    const stolen = await bind();
    put(names.binder, tokenType, 'a non-expiring token');
    const secret = on.secrets.get(names.kubeconfigSecret);
    const { namespace } = on.tenant;
    await recordRevocation(on.client, namespace, secret, on.time);
    expect(on.accepts(stolen)).toBe(true);
    await control();
    expect(on.accepts(stolen)).toBe(false);
    expect(on.secrets.has(names.binder)).toBe(false);
  });

  it('is recorded in a new secret when the observed one is deleted meanwhile', async () => {
    const first = await bind();
    const { client } = on;
    const tooLate = jest.spyOn(client, 'mergePatch');
    tooLate.mockImplementationOnce((...args) => {
      on.secrets.delete(names.kubeconfigSecret);
      return client.mergePatch(...args);
    });
    await revoke();
    expect(on.accepts(first)).toBe(false);
    expect(await control()).toBeUndefined();
    expect(on.publishedKubeconfig).toBeUndefined();
  });

  it('keeps a token that a bind issues between the record and the deletion', async () => {
    await bind();
    const { client } = on;
    let answer = '';
    const atOnce = jest.spyOn(client, 'delete');
    atOnce.mockImplementationOnce(async (resource, key, options) => {
      answer = await bind();
      return client.delete(resource, key, options);
    });
    await revoke();
    expect(on.accepts(answer)).toBe(true);
    expect(on.secrets.has(backendNames.tokenSecrets[0])).toBe(true);
  });

  it('lets a bind retry when the Secret for the next token is deleted', async () => {
    const { client } = on;
    const tooLate = jest.spyOn(client, 'createToken');
    tooLate.mockImplementationOnce((account, options) => {
      on.secrets.delete(backendNames.tokenSecrets[0]);
      return client.createToken(account, options);
    });
    expect(on.accepts(await bind())).toBe(true);
    expect(on.events.map(({ outcome }) => outcome)).toEqual(['succeeded']);
  });

  it('deletes what is left where the namespace is being deleted, without a record', async () => {
    const stolen = await bind();
    on.secrets.delete(names.kubeconfigSecret);
    on.isTerminating = true;
    await revoke();
    expect(on.accepts(stolen)).toBe(false);
  });

  it("revokes this backend's tokens where outdated roles hide the others, reports it, and continues when the roles are applied again", async () => {
    const stolen = await bind();
    put(names.binder, tokenType, 'a non-expiring token');
    on.advanceTime(minute);
    on.canListSecrets = false;
    const missingRight = {
      reason: 'Misconfigured',
      message: expect.stringContaining(`ClusterRole ${backendNames.baseRole}`),
    };
    await expect(revoke()).rejects.toMatchObject(missingRight);
    expect(on.accepts(stolen)).toBe(false);
    await expect(control()).rejects.toMatchObject(missingRight);
    expect(on.publishedKubeconfig).toBeUndefined();
    on.canListSecrets = true;
    await control();
    expect(on.secrets.has(names.binder)).toBe(false);
    expect(on.publishedKubeconfig).toBeUndefined();
  });

  it('that was partial because of outdated roles is completed when they are applied again, also after another bind', async () => {
    put(names.binder, tokenType, 'a non-expiring token');
    on.canListSecrets = false;
    on.advanceTime(minute);
    await expect(revoke()).rejects.toThrow();
    const unpublished = await bind();
    const next = (await control()) ?? 0;
    expect(next).toBe(on.time + minute);
    await checkUntil(on.time + 2 * hour);
    const published = on.publishedKubeconfig ?? '';
    expect(on.secrets.has(names.binder)).toBe(true);
    on.canListSecrets = true;
    await control();
    expect(on.secrets.has(names.binder)).toBe(false);
    expect(on.publishedKubeconfig).toBe(published);
    expect([unpublished, published].map(one => on.accepts(one))).toEqual([
      true,
      true,
    ]);
    expect(await control()).toBeGreaterThan(on.time + minute);
  });

  it('that was partial because of outdated roles deletes nothing newer', async () => {
    on.canListSecrets = false;
    await bind();
    await expect(revoke()).rejects.toThrow();
    await bind();
    on.advanceTime(minute);
    put(names.binder, tokenType, 'a later non-expiring token');
    on.canListSecrets = true;
    await control();
    expect(await control()).toBeGreaterThan(on.time + minute);
    expect(on.secrets.has(names.binder)).toBe(true);
  });

  it('leaves a Secret alone that only has the name of the reference’s', async () => {
    await bind();
    put(names.binder, 'Opaque', 'data of an operator');
    await revoke();
    expect(on.secrets.has(names.binder)).toBe(true);
  });
});

describe('the token after a revocation', () => {
  const life = 600;
  const bindShortly = async () =>
    (await ensureToken(on.context(life), on.tenant)).kubeconfig;
  const until = (time: number) => checkUntil(time, life);

  it('stays valid until its own expiry, however short the lifetimes of later ones', async () => {
    await bindShortly();
    await revoke();
    const unpublished = await bindShortly();
    const end = on.time + 2 * publishDelay;
    await until(end - minute);
    expect(on.accepts(unpublished)).toBe(true);
    await until(end + 2 * life * 1_000);
    expect(on.accepts(on.publishedKubeconfig ?? '')).toBe(true);
    expect(on.accepts(unpublished)).toBe(false);
  });

  it('is renewed in time where the API server limits lifetimes to an hour', async () => {
    on.longestTokenSeconds = 3_600;
    await bindShortly();
    await revoke();
    const unpublished = await bindShortly();
    const end = on.time + hour;
    await until(end - renewalMargin - minute);
    expect(on.publishedKubeconfig).toBeUndefined();
    await until(end - renewalMargin + minute);
    expect(on.accepts(unpublished)).toBe(true);
    expect(on.accepts(on.publishedKubeconfig ?? '')).toBe(true);
  });

  it('is valid long enough to fetch the next one, also as short-lived token in a URL', async () => {
    const short = () => shortLivedKubeconfig(on.context(life), on.tenant);
    await bindShortly();
    await revoke();
    await bindShortly();
    await expect(short()).rejects.toMatchObject({
      reason: 'NotYet',
      message: expect.stringContaining('again in 3 minutes'),
    });
    on.advanceTime(3 * minute);
    const kubeconfig = await short();
    await until(on.time + hour - minute);
    expect(on.accepts(kubeconfig)).toBe(true);
    expect(on.accepts(on.publishedKubeconfig ?? '')).toBe(true);
  });
});
