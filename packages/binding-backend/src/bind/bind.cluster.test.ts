import {
  bindResources,
  apiServiceBindingCrd,
  names,
  type APIServiceBinding,
  konnectorApiRole,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
import type { BindingBackend } from '../backend';
import { kubeconfigOf } from '../provision/ensureToken';
import {
  byOperator,
  clientOf,
  eventually,
  shiftedClock,
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { configMapsClaim, databases, secretsClaim } from '../testing/samples';
import type { BindOptions } from './bind';

jest.setTimeout(90_000);

const api = 'databases.example.test';
const namespace = names.appClusterNamespace;
const identity = { subject: 'alice', clusterId: 'apps' };
const binder = { issuer: 'portal', subject: 'alice', groups: ['team-a'] };
const claims = [secretsClaim, configMapsClaim];

let plane: TestControlPlane;
let cluster: LocalCluster;
let admin: KubeClient;
let person: KubeClient;
let backend: BindingBackend;

const bindWith = (options: Partial<BindOptions> = {}) =>
  backend.bind({
    binder,
    identity,
    appCluster: person,
    resource: databases,
    acceptedClaims: 'all',
    ...options,
  });
const getBinding = () =>
  admin.get(bindResources.bindings, { namespace, name: api });
const secretOf = async (binding: APIServiceBinding | undefined) =>
  admin.get(core.secrets, {
    namespace,
    name: binding?.spec?.kubeconfigSecretRef.name ?? '',
  });
const getRole = () =>
  admin.get(core.clusterRoles, { name: `klutch-konnector-${api}` });
const resourcesOf = (role: Awaited<ReturnType<typeof getRole>>) =>
  role?.rules?.flatMap(({ resources = [] }) => resources);

/** What somebody needs on an app cluster to bind, besides the rights that go on to the konnector. */
const grantPerson = async (user: string, passesOn: boolean) => {
  const rule = (group: string, resources: string[], verbs: string[]) => ({
    apiGroups: [group],
    resources,
    verbs,
  });
  const rbac = 'rbac.authorization.k8s.io';
  const read = ['get', 'list', 'watch'];
  const passedOn = konnectorApiRole(databases, claims).rules ?? [];
  await admin.apply(
    core.clusterRoles,
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: user },
      rules: [
        rule('', ['namespaces'], ['get', 'create']),
        rule('', ['secrets'], ['list', 'create', 'patch']),
        rule(
          'apiextensions.k8s.io',
          ['customresourcedefinitions'],
          ['get', 'create'],
        ),
        rule(names.group, ['apiservicebindings'], [...read, 'create', 'patch']),
        rule(rbac, ['clusterroles'], ['create', 'patch']),
        ...(passesOn ? passedOn : []),
      ],
    },
    byOperator,
  );
  await admin.apply(
    core.clusterRoleBindings,
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: user },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: user },
      subjects: [{ kind: 'User', name: user, apiGroup: rbac }],
    },
    byOperator,
  );
  const client = clientOf(await cluster.user(user));
  await eventually('the rights count', () =>
    client.canI({ verb: 'create', group: '', resource: 'namespaces' }),
  );
  return client;
};

beforeAll(async () => {
  plane = await startControlPlane('bind-control');
  cluster = await startCluster({ name: 'bind-app' });
  admin = clientOf(cluster.kubeconfig);
  person = await grantPerson('klutch-portal', true);
  backend = await plane.backend({ bindDeadline: 20_000 });
});
afterAll(async () => {
  await Promise.all([admin?.close(), person?.close()]);
  await cluster?.stop();
  await plane?.stop();
});

describe('binding', () => {
  it('provisions nothing for an API that is not offered', async () => {
    await expect(bindWith()).rejects.toMatchObject({
      reason: 'NotOffered',
      message: expect.stringContaining(`${api} is not offered`),
    });
    const { items } = await plane.admin.list(bindResources.clusterBindings);
    expect(items).toEqual([]);
  });

  it('provisions nothing for an API that is offered to others only', async () => {
    await plane.offer(claims);
    await plane.offerTo('team-b');
    await expect(bindWith()).rejects.toMatchObject({
      reason: 'NotOffered',
      message: expect.stringContaining(`${api} is not offered to you`),
    });
    const { items } = await plane.admin.list(bindResources.clusterBindings);
    expect(items).toEqual([]);
    await plane.offerTo('team-a');
  });

  it('refuses an app cluster with the cluster-scoped binding type of old releases', async () => {
    await plane.offer(claims);
    const old = apiServiceBindingCrd('Cluster');
    await admin.create(core.customResourceDefinitions, old);
    await expect(bindWith()).rejects.toMatchObject({
      reason: 'Conflict',
      message: expect.stringContaining('older release'),
    });
    const key = { name: old.metadata.name ?? '' };
    await admin.delete(core.customResourceDefinitions, key);
    await eventually(
      'it is gone',
      async () => !(await admin.get(core.customResourceDefinitions, key)),
    );
  });

  it('ends with everything that a konnector needs on the app cluster, also for what is for some people only', async () => {
    const steps: string[] = [];
    const bound = await bindWith({ onProgress: step => steps.push(step) });
    expect(bound.binding).toBe(api);
    expect(steps).toEqual([
      `Checking that ${api} is offered`,
      'Preparing the cluster namespace',
      `Waiting for the export of ${api}`,
      'Preparing the app cluster',
      'Storing the connection to the control plane',
      'Granting the konnector its rights',
      'Creating the binding',
    ]);

    const binding = await getBinding();
    expect(binding?.spec?.permissionClaims).toMatchObject([
      { ...secretsClaim, state: 'Accepted' },
      { ...configMapsClaim, state: 'Accepted' },
    ]);
    const secret = await secretOf(binding);
    expect(secret?.metadata.name).toMatch(/^kubeconfig-[a-z0-9]{5}$/);
    expect(resourcesOf(await getRole())).toEqual([
      'configmaps',
      'databases',
      'databases/status',
      'secrets',
    ]);

    const konnector = clientOf(kubeconfigOf(secret) ?? '');
    const exports = await eventually('the konnector sees the export', () =>
      konnector
        .list(bindResources.exports, { namespace: bound.namespace })
        .then(({ items }) => items),
    );
    expect(exports.map(({ metadata }) => metadata.name)).toEqual([api]);
    await konnector.close();
  });

  it('has done its half on the control plane for an app cluster that is invited', async () => {
    const { bindings, namespace: where } = await backend.prepare({
      binder,
      identity: { ...identity, clusterId: 'invited' },
      apis: [{ resource: databases, acceptedClaims: 'all' }],
    });
    expect(bindings).toMatchObject([{ api: databases }]);
    const key = { namespace: where, name: api };
    expect(await plane.admin.get(bindResources.exports, key)).toBeDefined();
  });

  it('converges when done again, and takes another answer to the claims', async () => {
    const before = await getBinding();
    const again = await bindWith();
    const after = await getBinding();
    expect(after?.metadata.resourceVersion).toBe(
      before?.metadata.resourceVersion,
    );

    await bindWith({ acceptedClaims: [secretsClaim] });
    const changed = await getBinding();
    expect(changed?.metadata.uid).toBe(before?.metadata.uid);
    expect(changed?.spec?.permissionClaims?.map(({ state }) => state)).toEqual([
      'Accepted',
      'Rejected',
    ]);
    expect(resourcesOf(await getRole())).not.toContain('configmaps');

    const { items: secrets } = await admin.list(core.secrets, { namespace });
    const named = secrets.filter(({ metadata }) =>
      metadata.name?.startsWith('kubeconfig-'),
    );
    expect(named).toHaveLength(1);
    const { items: exports } = await plane.admin.list(bindResources.exports, {
      namespace: again.namespace,
    });
    expect(exports).toHaveLength(1);
  });

  it('renews a kubeconfig that is out of date on the app cluster', async () => {
    const secret = await secretOf(await getBinding());
    const good = secret?.data;
    const stale = (kubeconfigOf(secret) ?? '').replace(/token: .*/, 'token: x');
    const data = { kubeconfig: Buffer.from(stale).toString('base64') };
    const key = { namespace, name: secret?.metadata.name ?? '' };
    await admin.mergePatch(core.secrets, key, { data });
    await bindWith();
    expect((await secretOf(await getBinding()))?.data).toEqual(good);
  });

  it('names what to apply when whoever binds may not give the konnector its rights', async () => {
    const weak = await grantPerson('weak', false);
    const role = { name: `klutch-konnector-${api}` };
    await admin.delete(core.clusterRoles, role);
    await expect(bindWith({ appCluster: weak })).rejects.toMatchObject({
      reason: 'Misconfigured',
      message: expect.stringContaining(`name: klutch-konnector-${api}`),
    });
    await weak.close();
  });

  it('refuses an API that another control plane provides here', async () => {
    const elsewhere = await plane.backend({
      controllers: false,
      external: { server: 'https://elsewhere.test:6443' },
    });
    const bound = elsewhere.bind({
      binder,
      identity: { ...identity, subject: 'bob' },
      appCluster: person,
      resource: databases,
      acceptedClaims: 'all',
    });
    await expect(bound).rejects.toMatchObject({
      reason: 'Conflict',
      message: expect.stringContaining(`to ${plane.cluster.url}`),
    });
  });
});

describe('binding that cannot end', () => {
  const other = { ...identity, clusterId: 'other' };

  it("ends with the export request's answer", async () => {
    const clock = shiftedClock();
    clock.forward(59);
    await plane.admin.delete(core.customResourceDefinitions, { name: api });
    const impatient = await plane.backend({ now: clock.now });
    const steps: string[] = [];
    const bound = impatient.bind({
      binder,
      identity: other,
      appCluster: person,
      resource: databases,
      acceptedClaims: 'all',
      onProgress: step => steps.push(step),
    });
    await expect(bound).rejects.toMatchObject({
      reason: 'Failed',
      message: expect.stringContaining('no such resource type'),
    });
    await impatient.stop();
  });

  it('ends at its deadline, in words, when no controllers run', async () => {
    await plane.stopBackends();
    const alone = await plane.backend({
      controllers: false,
      bindDeadline: 1_000,
    });
    const bound = alone.bind({
      binder,
      identity: { ...identity, clusterId: 'nobody' },
      appCluster: person,
      resource: databases,
      acceptedClaims: 'all',
    });
    await expect(bound).rejects.toMatchObject({
      reason: 'Timeout',
      message: expect.stringContaining(
        'Check that the binding backend is running',
      ),
    });
  });
});
