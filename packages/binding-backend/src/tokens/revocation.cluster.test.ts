/**
 * Renewal and revocation of tokens on a real control plane cluster. Its API server accepts an ended token for up to ten
 * seconds from its cache, so these tests wait at the same time; each has an app cluster of its own.
 */
import {
  annotations,
  bindResources,
  getCondition,
  names,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  backendConditions,
  backendNames,
  backendReasons,
  tokenAnnotations,
} from '../backendNames';
import { ageToken } from '../testing/__testUtils__/ageToken';
import {
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { nonExpiringTokenSecret } from '../testing/__testUtils__/reference';
import {
  accepted,
  rejected,
  TokenHolders,
} from '../testing/__testUtils__/TokenHolders';
import { kubeconfigToken } from './kubeconfig';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let backend: RunningBackend;
const holders = new TokenHolders();
const open = (kubeconfig: string) => holders.open(kubeconfig);
const binder = { issuer: 'portal', subject: 'oscar', groups: [] };
const identity = (subject: string) => ({ subject, clusterId: 'apps' });
const kubeconfigSecret = (namespace: string) =>
  plane.admin.get(core.secrets, { namespace, name: names.kubeconfigSecret });

beforeAll(async () => {
  plane = await startControlPlane('tokens');
  backend = await plane.backend({ tokenLifetimeSeconds: 600 });
});
afterAll(async () => {
  await holders.close();
  await plane?.stop();
});

describe("an app cluster's token", () => {
  itLong(
    'issues a second, shorter token that is revoked with the first',
    async () => {
      const { namespace, kubeconfig } = await backend.provision(
        identity('two'),
      );
      const short = await backend.shortLivedKubeconfig(
        identity('two'),
        namespace,
      );
      expect(kubeconfigToken(short)).not.toBe(kubeconfigToken(kubeconfig));
      const client = open(short);
      expect(await accepted(client, namespace)).toBe(true);
      const secret = await kubeconfigSecret(namespace);
      const bound =
        secret?.metadata.annotations?.[tokenAnnotations.secret] ?? '';
      await plane.admin.delete(core.secrets, { namespace, name: bound });
      await eventually('the short-lived token is refused', () =>
        rejected(client, namespace),
      );
    },
  );

  it.concurrent('is renewed at half-life while the old one stays valid until its expiry (B12)', async () => {
    const renewed = await backend.provision(identity('rotate'));
    const first = open(renewed.kubeconfig);
    const where = renewed.namespace;
    await eventually('the first token is accepted', () =>
      accepted(first, where),
    );
    await ageToken(plane.admin, where, 310);
    const after = await eventually('the token is renewed', async () => {
      const secret = await kubeconfigSecret(where);
      const yaml = Buffer.from(secret?.data?.kubeconfig ?? '', 'base64');
      return yaml.toString() !== renewed.kubeconfig && yaml.toString();
    });
    const second = open(after);
    await eventually('the new token is accepted', () =>
      accepted(second, where),
    );
    expect(await accepted(first, where)).toBe(true);
    expect(await backend.provision(identity('rotate'))).toMatchObject({
      namespace: where,
      kubeconfig: after,
    });

    const recorded = (await kubeconfigSecret(where))?.metadata.annotations;
    const firstUid = recorded?.[tokenAnnotations.previousSecretUid];
    const [firstSecret] = backendNames.tokenSecrets;
    const firstKey = { namespace: where, name: firstSecret };
    const before = await plane.admin.get(core.secrets, firstKey);
    expect(firstUid).toBe(before?.metadata.uid);

    await ageToken(plane.admin, where, 295);
    await eventually('the old token is revoked', async () => {
      const secret = await plane.admin.get(core.secrets, firstKey);
      return secret?.metadata.uid !== firstUid;
    });
    await eventually('the old token is refused', () => rejected(first, where));
  });

  itLong.each([
    ['the Secret it is bound to', backendNames.tokenSecrets[0]],
    ['its service account', undefined],
  ])(
    'is not replaced after deletion of %s, until a user binds again',
    async (_what, secret) => {
      const victim = identity(`without-${secret ?? 'account'}`);
      const { namespace: where, kubeconfig } = await backend.provision(victim);
      const client = open(kubeconfig);
      await eventually('the token is accepted', () => accepted(client, where));
      await (secret
        ? plane.admin.delete(core.secrets, { namespace: where, name: secret })
        : plane.admin.delete(core.serviceAccounts, {
            namespace: where,
            name: names.binder,
          }));
      await eventually(
        'the token is refused',
        () => rejected(client, where),
        60_000,
      );
      const after = await kubeconfigSecret(where);
      expect(after?.metadata.annotations).toHaveProperty([
        tokenAnnotations.revokedAt,
      ]);
      expect(after?.data).toBeUndefined();
      await eventually(
        'the ClusterBinding reports the revocation',
        async () => {
          const key = { namespace: where, name: names.clusterBinding };
          const found = await plane.admin.get(
            bindResources.clusterBindings,
            key,
          );
          const { tokenIssued } = backendConditions;
          const condition = getCondition(
            found?.status?.conditions,
            tokenIssued,
          );
          return condition?.reason === backendReasons.tokensRevoked;
        },
      );
      const again = await backend.provision(victim);
      const fresh = open(again.kubeconfig);
      await eventually('the new token is accepted', () =>
        accepted(fresh, where),
      );
    },
  );

  it.concurrent('is revoked by deletion of the kubeconfig secret, and only the user who binds next gets another one', async () => {
    const victim = identity('without-kubeconfig');
    const { namespace: where, kubeconfig } = await backend.provision(victim);
    const stolen = open(kubeconfig);
    await eventually('the token is accepted', () => accepted(stolen, where));
    const name = names.kubeconfigSecret;
    await plane.admin.delete(core.secrets, { namespace: where, name });
    const again = await backend.provision(victim);
    expect(again.isUnpublished).toBe(true);
    expect((await kubeconfigSecret(where))?.data).toBeUndefined();
    const fresh = open(again.kubeconfig);
    await eventually('the new token is accepted', () => accepted(fresh, where));
    await eventually('the old token is refused', () => rejected(stolen, where));
  });

  itLong.each(['revoke', 'by deletion'] as const)(
    'is revoked with the previous one, which was renewed and is still valid: %s',
    async how => {
      const victim = identity(`renewed-${how === 'revoke'}`);
      const { namespace: where, kubeconfig } = await backend.provision(victim);
      const stolen = open(kubeconfig);
      await eventually('the token is accepted', () => accepted(stolen, where));
      await ageToken(plane.admin, where, 310);
      const [, second] = backendNames.tokenSecrets;
      await eventually('the token is renewed', async () => {
        const found = (await kubeconfigSecret(where))?.metadata.annotations;
        return found?.[tokenAnnotations.secret] === second;
      });
      expect(await accepted(stolen, where)).toBe(true);
      await (how === 'revoke'
        ? backend.revoke(victim, binder)
        : plane.admin.delete(core.secrets, { namespace: where, name: second }));
      await eventually('the previous token is refused', () =>
        rejected(stolen, where),
      );
    },
  );

  itLong(
    'is warned of when another backend issued a non-expiring one, which a revocation covers, too',
    async () => {
      const created = await plane.admin.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: {
          generateName: 'cluster-',
          annotations: { [annotations.identity]: 'taken-over#apps' },
        },
      });
      const where = created.metadata.name ?? '';
      const key = { namespace: where, name: names.binder };
      await plane.admin.create(core.serviceAccounts, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: key,
      });
      await plane.admin.create(core.secrets, nonExpiringTokenSecret(where));
      const token = await eventually('the non-expiring token', async () => {
        const found = await plane.admin.get(core.secrets, key);
        return Buffer.from(found?.data?.token ?? '', 'base64').toString();
      });
      const victim = identity('taken-over');
      const { kubeconfig } = await backend.provision(victim);
      const ours = kubeconfigToken(kubeconfig) ?? '?';
      const client = open(kubeconfig.replace(ours, token));
      await eventually('the non-expiring token is accepted', () =>
        accepted(client, where),
      );
      const warned = async () => {
        const found = await plane.admin.get(bindResources.clusterBindings, {
          namespace: where,
          name: names.clusterBinding,
        });
        const type = backendConditions.nonExpiringToken;
        return getCondition(found?.status?.conditions, type)?.status === 'True';
      };
      await eventually('the ClusterBinding warns', warned);
      await backend.revoke(victim, binder);
      await eventually('the non-expiring token is refused', () =>
        rejected(client, where),
      );
      await eventually('the warning is removed', async () => !(await warned()));
      expect(await plane.admin.get(core.secrets, key)).toBeUndefined();
    },
  );

  it('is never logged', async () => {
    const { kubeconfig } = await backend.provision(identity('logged'));
    const token = kubeconfigToken(kubeconfig) ?? '';
    expect(token.length).toBeGreaterThan(100);
    expect(plane.logLines.length).toBeGreaterThan(0);
    expect(plane.logLines.join('\n')).not.toContain('eyJ');
  });
});
