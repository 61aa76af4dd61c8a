import {
  bindResources,
  apiServiceBindingCrd,
  names,
  type APIServiceBinding,
  type CustomResourceDefinition,
  konnectorApiRole,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import type { AuditEvent } from '../audit/Audit';
import type { BindingBackend } from '../backend/BindingBackend';
import { kubeconfigOf } from '../tokens/kubeconfig';
import { planTemplate } from '../roles/templateRole';
import {
  byOperator,
  clientOf,
  eventually,
} from '../testing/__testUtils__/controlPlane';
import {
  startTwoClusters,
  type TwoClusters,
} from '../testing/__testUtils__/twoClusters';
import {
  configMapsClaim,
  databases,
  databasesCrd,
  secretsClaim,
} from '../testing/samples';
import type { BindOptions } from './bind';

jest.setTimeout(90_000);

const api = 'databases.example.test';
const namespace = names.appClusterNamespace;
const identity = { subject: 'alice', clusterId: 'apps' };
const binder = { issuer: 'portal', subject: 'alice', groups: ['team-a'] };
const claims = [secretsClaim, configMapsClaim];

let on: TwoClusters;
let person: KubeClient;
let backend: BindingBackend;
const events: AuditEvent[] = [];

const bindWith = (options: Partial<BindOptions> = {}) =>
  backend.bind({
    binder,
    identity,
    appCluster: person,
    resource: databases,
    acceptedClaims: 'all',
    ...options,
  });
const auditEventsOf = async (bind: () => Promise<unknown>) => {
  events.length = 0;
  await bind().catch(() => undefined);
  const [actor, cluster] = ['portal/alice', 'apps'];
  return events.flatMap(({ action, outcome, ...event }) =>
    event.actor === actor && event.cluster === cluster
      ? [`${action} ${outcome} ${event.namespace ?? ''} ${event.apis}`]
      : [],
  );
};
const getBinding = () =>
  on.apps.get(bindResources.bindings, { namespace, name: api });
const secretOf = async (binding: APIServiceBinding | undefined) =>
  on.apps.get(core.secrets, {
    namespace,
    name: binding?.spec?.kubeconfigSecretRef.name ?? '',
  });
const getRole = () =>
  on.apps.get(core.clusterRoles, { name: `klutch-konnector-${api}` });
const resourcesOf = (role: Awaited<ReturnType<typeof getRole>>) =>
  role?.rules?.flatMap(({ resources = [] }) => resources);

const relics = { group: 'example.test', resource: 'relics' };
const withoutCrd = { group: 'example.test', resource: 'ruins' };
const offer = (resource: typeof relics) => {
  const [template] = planTemplate({ ...resource, namespace: 'default' });
  return on.plane.admin.apply(bindResources.templates, template, byOperator);
};

/** The app cluster of binds that are refused. */
const refused = { ...identity, clusterId: 'refused' };
const clusterBindings = async () => {
  const { items } = await on.plane.admin.list(bindResources.clusterBindings);
  return items.map(({ metadata }) => metadata.uid);
};

const deleteBindingCrd = async () => {
  const key = { name: apiServiceBindingCrd('Cluster').metadata.name ?? '' };
  await on.apps.delete(core.customResourceDefinitions, key);
  await eventually(
    'the CRD of bindings is deleted',
    async () => !(await on.apps.get(core.customResourceDefinitions, key)),
  );
};

/** A type that app clusters cannot bind. */
const relicsCrd = (): CustomResourceDefinition => {
  const crd = databasesCrd();
  const versions = crd.spec.versions.map(version => ({
    ...version,
    name: 'stone',
  }));
  return {
    ...crd,
    metadata: { name: 'relics.example.test' },
    spec: {
      ...crd.spec,
      names: { plural: 'relics', kind: 'Relic' },
      versions,
    },
  };
};

/** Rights that a user needs on an app cluster to bind, besides the rights granted to the konnector. */
const grantPerson = async (user: string, passesOn: boolean) => {
  const rule = (group: string, resources: string[], verbs: string[]) => ({
    apiGroups: [group],
    resources,
    verbs,
  });
  const rbac = 'rbac.authorization.k8s.io';
  const read = ['get', 'list', 'watch'];
  const passedOn = konnectorApiRole(databases, claims).rules ?? [];
  await on.apps.apply(
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
  await on.apps.apply(
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
  const client = clientOf(await on.cluster.user(user));
  await eventually('the rights count', () =>
    client.canI({ verb: 'create', group: '', resource: 'namespaces' }),
  );
  return client;
};

const startBackend = () =>
  on.plane.backend({
    bindDeadline: 20_000,
    audit: event => void events.push(event),
  });

beforeAll(async () => {
  on = await startTwoClusters('bind');
  person = await grantPerson('klutch-portal', true);
  await on.plane.offer(claims);
  await on.plane.offerTo('team-a');
  backend = await startBackend();
});
afterAll(async () => {
  await person?.close();
  await on?.stop();
});

describe('binding', () => {
  it('provisions nothing for an API that is not offered', async () => {
    const before = await clusterBindings();
    const resource = { ...databases, resource: 'others' };
    await expect(
      bindWith({ identity: refused, resource }),
    ).rejects.toMatchObject({
      reason: 'NotOffered',
      message: expect.stringContaining('others.example.test is not offered'),
    });
    expect(await clusterBindings()).toEqual(before);
  });

  it('provisions nothing for an API whose CRD is missing', async () => {
    const before = await clusterBindings();
    await offer(withoutCrd);
    await expect(
      bindWith({ identity: refused, resource: withoutCrd }),
    ).rejects.toMatchObject({ reason: 'NotOffered' });
    expect(await clusterBindings()).toEqual(before);
  });

  it('provisions nothing for an API that is offered to others only', async () => {
    const before = await clusterBindings();
    await on.plane.offerTo('team-b');
    try {
      const apis = [{ resource: databases, acceptedClaims: 'all' as const }];
      const bind = () => bindWith({ identity: refused });
      const prepare = () =>
        backend.prepare({ binder, identity: refused, apis });
      for (const bound of [bind, prepare]) {
        await expect(bound()).rejects.toMatchObject({
          reason: 'NotOffered',
          message: expect.stringContaining(`${api} is not offered to you`),
        });
      }
      expect(await clusterBindings()).toEqual(before);
    } finally {
      await on.plane.offerTo('team-a');
    }
  });

  it('refuses an app cluster with the cluster-scoped binding type of old releases', async () => {
    await deleteBindingCrd();
    await on.apps.create(
      core.customResourceDefinitions,
      apiServiceBindingCrd('Cluster'),
    );
    try {
      await expect(bindWith()).rejects.toMatchObject({
        reason: 'Conflict',
        message: expect.stringContaining('older release'),
      });
    } finally {
      await deleteBindingCrd();
    }
  });

  it('creates everything that a konnector needs on the app cluster, also for an API with a restricted audience', async () => {
    const bound = await bindWith();
    expect(bound.binding).toBe(api);

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

  it('prepares the control plane half for an app cluster that joins with a join token', async () => {
    const { bindings, namespace: where } = await backend.prepare({
      binder,
      identity: { ...identity, clusterId: 'joining' },
      apis: [{ resource: databases, acceptedClaims: 'all' }],
    });
    expect(bindings).toMatchObject([{ api: databases }]);
    const key = { namespace: where, name: api };
    expect(await on.plane.admin.get(bindResources.exports, key)).toBeDefined();
  });

  it('converges when repeated, and applies another decision on the claims', async () => {
    await bindWith();
    const before = await getBinding();
    expect(before).toBeDefined();
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

    const { items: secrets } = await on.apps.list(core.secrets, { namespace });
    const named = secrets.filter(({ metadata }) =>
      metadata.name?.startsWith('kubeconfig-'),
    );
    expect(named).toHaveLength(1);
    const { items: exports } = await on.plane.admin.list(
      bindResources.exports,
      {
        namespace: again.namespace,
      },
    );
    expect(exports).toHaveLength(1);
  });

  it('updates an outdated kubeconfig on the app cluster', async () => {
    await bindWith();
    const secret = await secretOf(await getBinding());
    const good = secret?.data;
    expect(good).toBeDefined();
    const stale = (kubeconfigOf(secret) ?? '').replace(/token: .*/, 'token: x');
    const data = { kubeconfig: Buffer.from(stale).toString('base64') };
    const key = { namespace, name: secret?.metadata.name ?? '' };
    await on.apps.mergePatch(core.secrets, key, { data });
    await bindWith();
    expect((await secretOf(await getBinding()))?.data).toEqual(good);
  });

  it('is audited, together with the token it delivers', async () => {
    const { namespace: where } = await bindWith();
    const secret = await secretOf(await getBinding());
    const name = secret?.metadata.name ?? '';
    await on.apps.delete(core.secrets, { namespace, name });
    expect(await auditEventsOf(bindWith)).toEqual([
      `issue-token succeeded ${where} ${api}`,
      `bind succeeded ${where} ${api}`,
    ]);
    expect(await auditEventsOf(bindWith)).toEqual([
      `bind succeeded ${where} ${api}`,
    ]);
    const another = { ...databases, resource: 'others' };
    const bindAnother = () => bindWith({ resource: another });
    expect(await auditEventsOf(bindAnother)).toEqual([
      'bind refused  others.example.test',
    ]);
  });

  it('names the YAML to apply when the user may not grant the konnector its rights', async () => {
    await bindWith();
    const weak = await grantPerson('weak', false);
    const role = { name: `klutch-konnector-${api}` };
    await on.apps.delete(core.clusterRoles, role);
    await expect(bindWith({ appCluster: weak })).rejects.toMatchObject({
      reason: 'Misconfigured',
      message: expect.stringContaining(`name: klutch-konnector-${api}`),
    });
    await weak.close();
  });

  it('refuses an API that is bound to another control plane', async () => {
    await bindWith();
    const elsewhere = await on.plane.backend({
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
      message: expect.stringContaining(`to ${on.plane.cluster.url}`),
    });
  });
});

describe('binding that cannot complete', () => {
  const other = { ...identity, clusterId: 'other' };

  it('fails with the message of the export request', async () => {
    await on.plane.installCrd(relicsCrd());
    await offer(relics);
    const bound = bindWith({ identity: other, resource: relics });
    await expect(bound).rejects.toMatchObject({
      reason: 'Failed',
      message: expect.stringContaining('is not of the form v1'),
    });
  });

  it('fails at its deadline with a message when no controllers run', async () => {
    await on.plane.stopBackends();
    const alone = await on.plane.backend({
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
    backend = await startBackend();
  });
});
