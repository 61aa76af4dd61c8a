import { annotations, bindResources, names } from '@klutch/bind-api';
import { core, type ResourceAttributes, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { accepted, TokenHolders } from '../testing/__testUtils__/TokenHolders';
import { clusterNamespaceName } from '../identity/tenantIdentity';
import { kubeconfigToken } from '../tokens/kubeconfig';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let backend: RunningBackend;
const holders = new TokenHolders();
const identity = (subject: string) => ({ subject, clusterId: 'apps' });

beforeAll(async () => {
  plane = await startControlPlane('provision');
  backend = await plane.backend();
});
afterAll(async () => {
  await holders.close();
  await plane?.stop();
});

describeLong('provisioning', () => {
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
    const secret = await plane.admin.get(core.secrets, {
      namespace,
      name: names.kubeconfigSecret,
    });
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

describeLong("an app cluster's token", () => {
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
    tenant = holders.open(mine.kubeconfig);
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

  it('is never logged', async () => {
    const { kubeconfig } = await backend.provision(identity('tenant'));
    const token = kubeconfigToken(kubeconfig) ?? '';
    expect(token.length).toBeGreaterThan(100);
    expect(plane.logLines.length).toBeGreaterThan(0);
    expect(plane.logLines.join('\n')).not.toContain('eyJ');
  });
});
