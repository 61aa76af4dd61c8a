import {
  annotations,
  bindResources,
  getCondition,
  names,
  withSecretByName,
} from '@klutch/bind-api';
import {
  core,
  createCache,
  isUnauthorized,
  type ResourceAttributes,
  type KubeClient,
  type Secret,
} from '@klutch/kube';
import {
  backendConditions,
  backendNames,
  backendReasons,
  tokenAnnotations,
} from '../backendNames';
import { ageToken } from '../testing/__testUtils__/ageToken';
import {
  clientOf,
  eventually,
  fakeClock,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { nonExpiringTokenSecret } from '../testing/__testUtils__/reference';
import { clusterNamespaceName } from '../identity/tenantIdentity';
import { kubeconfigOf, kubeconfigToken } from '../tokens/kubeconfig';
import { tokenRejectionDelay, publishDelay } from '../tokens/publishAfter';
import { readTokenState } from '../tokens/tokenRecord';
import { portalIssuer } from '../policy/mayBind';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let backend: RunningBackend;
const clock = fakeClock();
const opened: KubeClient[] = [];

const open = (kubeconfig: string) => {
  const client = clientOf(kubeconfig);
  opened.push(client);
  return client;
};
const binder = { issuer: 'portal', subject: 'oscar', groups: [] };
const identity = (subject: string) => ({ subject, clusterId: 'apps' });
const kubeconfigSecret = (namespace: string) =>
  plane.admin.get(core.secrets, { namespace, name: names.kubeconfigSecret });
const rejected = async (client: KubeClient, namespace: string) => {
  try {
    await client.list(bindResources.exports, { namespace });
    return false;
  } catch (error) {
    return isUnauthorized(error);
  }
};
const accepted = (client: KubeClient, namespace: string) =>
  client.list(bindResources.exports, { namespace }).then(
    () => true,
    () => false,
  );

beforeAll(async () => {
  plane = await startControlPlane('provision');
  backend = await plane.backend({ tokenLifetimeSeconds: 600, now: clock.now });
});
afterAll(async () => {
  await Promise.all(opened.map(client => client.close()));
  await plane?.stop();
});

describe('provisioning', () => {
  it('gives one namespace, one ClusterBinding and one service account to 20 concurrent first binds on each of two replicas (B8)', async () => {
    const second = await plane.backend({ controllers: false });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => [
        backend.provision(identity('many')),
        second.provision(identity('many')),
      ]).flat(),
    );
    expect(new Set(results.map(result => JSON.stringify(result))).size).toBe(1);

    const { items } = await plane.admin.list(core.namespaces);
    const carrying = items.filter(
      ({ metadata }) =>
        metadata.annotations?.[annotations.identity] === 'many#apps',
    );
    expect(carrying.map(({ metadata }) => metadata.name)).toEqual([
      results[0]?.namespace,
    ]);
    const within = { namespace: results[0]?.namespace ?? '' };
    const bindings = await plane.admin.list(
      bindResources.clusterBindings,
      within,
    );
    expect(bindings.items).toHaveLength(1);
    const accounts = await plane.admin.list(core.serviceAccounts, within);
    expect(
      accounts.items
        .map(({ metadata }) => metadata.name)
        .filter(name => name !== 'default'), // Kubernetes creates the default service account in every namespace.
    ).toEqual([names.binder]);
  });

  it('creates the objects that the konnector of the reference expects', async () => {
    const { namespace, kubeconfig } = await backend.provision(identity('one'));
    const key = { namespace, name: names.clusterBinding };
    const binding = await plane.admin.get(bindResources.clusterBindings, key);
    expect(binding?.spec).toEqual({
      kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
      providerPrettyName: 'Test provider',
    });
    const secret = await kubeconfigSecret(namespace);
    const stored = Buffer.from(secret?.data?.kubeconfig ?? '', 'base64');
    expect(stored.toString()).toBe(kubeconfig);
    const again = await backend.provision(identity('one'));
    expect(again).toMatchObject({
      namespace,
      kubeconfig,
      isUnpublished: false,
    });
  });

  it('finds the namespace that the reference created for the identity', async () => {
    const created = await plane.admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        generateName: 'cluster-',
        annotations: { [annotations.identity]: 'old#apps' },
      },
    });
    const renewed = await backend.renew(identity('old'));
    expect(renewed.namespace).toBe(created.metadata.name);
    const { namespace } = await backend.provision(identity('old'));
    expect(namespace).toBe(created.metadata.name);
  });

  it('renews only existing app clusters', async () => {
    const first = await backend.provision(identity('renewing'));
    expect(await backend.renew(identity('renewing'))).toEqual(first);
    await expect(backend.renew(identity('nobody'))).rejects.toMatchObject({
      reason: 'NotBound',
    });
    const name = clusterNamespaceName('cluster', 'nobody#apps');
    expect(await plane.admin.get(core.namespaces, { name })).toBeUndefined();
  });

  it('issues a second, shorter token that is revoked with the first', async () => {
    const { namespace, kubeconfig } = await backend.provision(identity('two'));
    const short = await backend.shortLivedKubeconfig(
      identity('two'),
      namespace,
    );
    expect(kubeconfigToken(short)).not.toBe(kubeconfigToken(kubeconfig));
    const client = open(short);
    expect(await accepted(client, namespace)).toBe(true);
    const secret = await kubeconfigSecret(namespace);
    const bound = secret?.metadata.annotations?.[tokenAnnotations.secret] ?? '';
    await plane.admin.delete(core.secrets, { namespace, name: bound });
    await eventually('it is revoked', () => rejected(client, namespace));
  });

  it('refuses a namespace of the right name with another owner', async () => {
    const name = clusterNamespaceName('cluster', 'taken#apps');
    await plane.admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
    await expect(backend.provision(identity('taken'))).rejects.toThrow(
      `Namespace ${name} exists but does not belong to this app cluster`,
    );
  });
});

describe("an app cluster's token", () => {
  const binding = { group: names.group };
  const allowed: Omit<ResourceAttributes, 'namespace'>[] = [
    ...['get', 'list', 'watch'].flatMap(verb => [
      { ...binding, verb, resource: 'clusterbindings' },
      { ...binding, verb, resource: 'apiserviceexports' },
      { ...binding, verb, resource: 'apiservicenamespaces' },
      { group: '', verb, resource: 'secrets' },
    ]),
    ...['clusterbindings', 'apiserviceexports'].map(resource => ({
      ...binding,
      verb: 'patch',
      resource,
      subresource: 'status',
    })),
    ...['create', 'patch', 'delete'].map(verb => ({
      ...binding,
      verb,
      resource: 'apiservicenamespaces',
    })),
    { ...binding, verb: 'create', resource: 'apiserviceexportrequests' },
    { ...binding, verb: 'get', resource: 'apiserviceexportrequests' },
    { group: '', verb: 'get', resource: 'namespaces' },
  ];
  const denied: Omit<ResourceAttributes, 'namespace'>[] = [
    ...['create', 'update', 'patch', 'delete'].flatMap(verb => [
      { group: '', verb, resource: 'secrets' },
      { ...binding, verb, resource: 'apiserviceexports' },
      { ...binding, verb, resource: 'clusterbindings' },
    ]),
    { ...binding, verb: 'update', resource: 'apiservicenamespaces' },
    {
      ...binding,
      verb: 'patch',
      resource: 'apiservicenamespaces',
      subresource: 'status',
    },
    { group: '', verb: 'create', resource: 'events' },
    {
      group: '',
      verb: 'create',
      resource: 'serviceaccounts',
      subresource: 'token',
    },
    {
      group: 'rbac.authorization.k8s.io',
      verb: 'create',
      resource: 'rolebindings',
    },
  ];
  let tenant: KubeClient;
  let namespace: string;
  let other: string;

  beforeAll(async () => {
    const mine = await backend.provision(identity('tenant'));
    namespace = mine.namespace;
    tenant = open(mine.kubeconfig);
    other = (await backend.provision(identity('other'))).namespace;
    await eventually('the token is accepted', () =>
      accepted(tenant, namespace),
    );
  });

  it('grants the rights of the binding protocol in its cluster namespace', async () => {
    for (const question of allowed) {
      const answer = await tenant.canI({ ...question, namespace });
      expect({ ...question, answer }).toEqual({ ...question, answer: true });
    }
    const { items } = await tenant.list(core.secrets, { namespace });
    expect(items.map(({ metadata }) => metadata.name)).toContain('kubeconfig');
    await tenant.get(core.namespaces, { name: namespace });
  });

  it('grants no other rights there', async () => {
    for (const question of denied) {
      const answer = await tenant.canI({ ...question, namespace });
      expect({ ...question, answer }).toEqual({ ...question, answer: false });
    }
  });

  it("grants no rights in another tenant's namespace, elsewhere or cluster-wide", async () => {
    for (const where of [other, 'kube-system', undefined]) {
      for (const question of allowed) {
        const answer = await tenant.canI({
          ...question,
          ...(where && { namespace: where }),
        });
        expect({ ...question, where, answer }).toEqual({
          ...question,
          where,
          answer: false,
        });
      }
    }
    const secrets = tenant.list(core.secrets, { namespace: other });
    await expect(secrets).rejects.toThrow(/forbidden/);
    await expect(tenant.list(core.namespaces)).rejects.toThrow(/forbidden/);
  });

  it('is renewed at half-life while the old one stays valid until its expiry (B12)', async () => {
    const renewed = await backend.provision(identity('rotate'));
    const first = open(renewed.kubeconfig);
    const where = renewed.namespace;
    await eventually('the first token is accepted', () =>
      accepted(first, where),
    );
    const touch = (text: string) =>
      plane.admin.mergePatch(
        core.secrets,
        { namespace: where, name: names.kubeconfigSecret },
        { metadata: { labels: { touched: text } } },
      );

    clock.advance(310);
    await touch('half-life');
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

    clock.advance(295);
    await touch('end');
    await eventually('the old token is ended', async () => {
      const secret = await plane.admin.get(core.secrets, firstKey);
      return secret?.metadata.uid !== firstUid;
    });
    await eventually('the old token is refused', () => rejected(first, where));
  });

  it('is not replaced for an attacker who keeps requesting or watching, before and after a user binds again (B12)', async () => {
    const victim = identity('stolen');
    const { namespace: where, kubeconfig } = await backend.provision(victim);
    const thief = open(kubeconfig);
    await eventually('the token is accepted', () => accepted(thief, where));
    const stolen = new Set<string>();
    const take = (secret: Secret | undefined) => {
      const found = kubeconfigOf(secret);
      if (found && found !== kubeconfig) stolen.add(found);
    };
    const stop = new AbortController();
    const watch = createCache({
      client: thief,
      namespace: where,
      resource: core.secrets,
    });
    let heard = 0;
    watch.subscribe(({ object }) => {
      heard += 1;
      take(object);
    });
    watch.start(stop.signal);
    await watch.whenSynced();
    const key = { namespace: where, name: names.kubeconfigSecret };
    const asking = (async () => {
      for (;;) {
        try {
          take(await thief.get(core.secrets, key));
        } catch (error) {
          if (isUnauthorized(error)) return;
        }
      }
    })();

    await backend.revoke(victim, binder);
    await asking;
    await expect(
      backend.requireShortLivedKubeconfig(victim),
    ).rejects.toMatchObject({
      reason: 'NotYet',
      message: expect.stringMatching(/again in \d minutes/),
    });
    const again = await backend.provision(victim);
    expect(again.isUnpublished).toBe(true);
    const fresh = open(again.kubeconfig);
    await eventually('a user can bind again', () => accepted(fresh, where));
    const before = heard;
    const label = { metadata: { labels: { touched: 'after' } } };
    await plane.admin.mergePatch(core.secrets, key, label);
    await eventually('the watch goes on', async () => heard > before);
    expect(again.kubeconfig).not.toBe(kubeconfig);
    expect([...stolen]).toEqual([]);
    expect((await kubeconfigSecret(where))?.data).toBeUndefined();

    await expect(
      backend.shortLivedKubeconfig(victim, where),
    ).rejects.toMatchObject({
      reason: 'NotYet',
    });
    clock.advance(10 * 60);
    await backend.requireShortLivedKubeconfig(victim);
    await backend.shortLivedKubeconfig(victim, where);
    stop.abort();
    clock.advance(publishDelay / 1_000);
    await plane.admin.mergePatch(core.secrets, key, {
      metadata: { labels: { touched: 'later' } },
    });
    await eventually('the next one is where the konnector looks', async () => {
      const found = kubeconfigOf(await kubeconfigSecret(where));
      return found !== undefined && found !== again.kubeconfig;
    });
    expect(await accepted(fresh, where)).toBe(true);
  });

  it('R16: is replaced at once where Secrets may not be watched; this right follows the reported konnector', async () => {
    const shop = {
      issuer: portalIssuer,
      subject: 'app-cluster',
      clusterId: 'shop',
    };
    const first = await backend.provision(shop);
    const where = first.namespace;
    const key = { namespace: where, name: names.kubeconfigSecret };
    const may = (client: KubeClient, verb: string, name?: string) =>
      client.canI({
        verb,
        group: '',
        resource: 'secrets',
        namespace: where,
        ...(name && { name }),
      });
    const holder = open(first.kubeconfig);
    await eventually('it reads its own', () =>
      may(holder, 'get', names.kubeconfigSecret),
    );
    const [tokenSecret] = backendNames.tokenSecrets;
    expect(await may(holder, 'get', tokenSecret)).toBe(false);
    for (const verb of ['list', 'watch']) {
      expect(await may(holder, verb)).toBe(false);
      expect(await may(holder, verb, names.kubeconfigSecret)).toBe(false);
    }

    await backend.revoke(shop, binder);
    await backend.requireShortLivedKubeconfig(shop);
    const again = await backend.provision(shop);
    expect(again.isUnpublished).toBe(true);
    expect((await kubeconfigSecret(where))?.data).toBeUndefined();
    clock.advance(tokenRejectionDelay / 1_000);
    const touch = (touched: string) =>
      plane.admin.mergePatch(core.secrets, key, {
        metadata: { labels: { touched } },
      });
    await touch('after');
    await eventually('the next one is where the konnector looks', async () => {
      const found = kubeconfigOf(await kubeconfigSecret(where));
      return found !== undefined && found !== again.kubeconfig;
    });

    const fresh = open(again.kubeconfig);
    const report = (konnectorVersion: string) =>
      fresh.mergePatch(
        bindResources.clusterBindings,
        { namespace: where, name: names.clusterBinding },
        { status: { konnectorVersion } },
        { subresource: 'status' },
      );
    await report('v1.5.0');
    await eventually("the reference's konnector may watch", () =>
      may(fresh, 'watch'),
    );
    await report(withSecretByName('v0.1.0'));
    await eventually('ours need not', async () => !(await may(fresh, 'watch')));
    await backend.revoke(shop, binder);
    await backend.provision(shop);
    const { publishAfter = 0 } =
      readTokenState(await kubeconfigSecret(where)) ?? {};
    const left = publishAfter - clock.now().getTime();
    expect(left).toBeGreaterThan(publishDelay - 60_000);
  });

  it.each([
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
      await eventually('the ClusterBinding says so', async () => {
        const key = { namespace: where, name: names.clusterBinding };
        const found = await plane.admin.get(bindResources.clusterBindings, key);
        const { tokenIssued } = backendConditions;
        const condition = getCondition(found?.status?.conditions, tokenIssued);
        return condition?.reason === backendReasons.tokensRevoked;
      });
      const again = await backend.provision(victim);
      const fresh = open(again.kubeconfig);
      await eventually('the new token is accepted', () =>
        accepted(fresh, where),
      );
    },
  );

  it('is revoked by deletion of the kubeconfig secret, and only the user who binds next gets another one', async () => {
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
    await eventually('the old one is refused', () => rejected(stolen, where));
  });

  it.each(['revoke', 'by deletion'] as const)(
    'is revoked with the previous one, which was renewed and is still valid: %s',
    async how => {
      const victim = identity(`renewed-${how === 'revoke'}`);
      const { namespace: where, kubeconfig } = await backend.provision(victim);
      const stolen = open(kubeconfig);
      await eventually('the token is accepted', () => accepted(stolen, where));
      await ageToken(plane.admin, where, 310);
      const [, second] = backendNames.tokenSecrets;
      await eventually('it is renewed', async () => {
        const found = (await kubeconfigSecret(where))?.metadata.annotations;
        return found?.[tokenAnnotations.secret] === second;
      });
      expect(await accepted(stolen, where)).toBe(true);
      await (how === 'revoke'
        ? backend.revoke(victim, binder)
        : plane.admin.delete(core.secrets, { namespace: where, name: second }));
      await eventually('it has ended, too', () => rejected(stolen, where));
    },
  );

  it('is warned of when another backend issued a non-expiring one, which a revocation covers, too', async () => {
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
    const token = await eventually('its token', async () => {
      const found = await plane.admin.get(core.secrets, key);
      return Buffer.from(found?.data?.token ?? '', 'base64').toString();
    });
    const victim = identity('taken-over');
    const { kubeconfig } = await backend.provision(victim);
    const ours = kubeconfigToken(kubeconfig) ?? '?';
    const client = open(kubeconfig.replace(ours, token));
    await eventually('it is good', () => accepted(client, where));
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
    await eventually('it is refused', () => rejected(client, where));
    await eventually('no word of it', async () => !(await warned()));
    expect(await plane.admin.get(core.secrets, key)).toBeUndefined();
  });

  it('is never logged', async () => {
    const { kubeconfig } = await backend.provision(identity('tenant'));
    const token = kubeconfigToken(kubeconfig) ?? '';
    expect(token.length).toBeGreaterThan(100);
    expect(plane.logLines.length).toBeGreaterThan(0);
    expect(plane.logLines.join('\n')).not.toContain('eyJ');
  });
});
